"""How much stack a thread has. What ``threading.stack_size`` says is for threads that begin later."""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import byref, c_size_t, c_void_p

#: What is counted on where nothing is known, and the most that is: a main thread may have no limit at all.
LEAST, MOST = 1 << 19, 1 << 30
_own = threading.local()


def stack_allowed() -> int:
    """How many bytes of the stack machine code may use: half of what this thread has, since Python needs some, too."""
    if not hasattr(_own, "size"):
        try:
            _own.size = min(_size(), MOST)
        except (AttributeError, OSError):  # a system without these functions
            _own.size = LEAST
    return int(_own.size) // 2


def _size() -> int:
    first, second = c_size_t(), c_size_t()
    if sys.platform == "win32":
        ctypes.WinDLL("kernel32").GetCurrentThreadStackLimits(byref(first), byref(second))
        return second.value - first.value
    system = ctypes.CDLL(None)
    system.pthread_self.restype = c_void_p
    thread = c_void_p(system.pthread_self())
    if sys.platform == "darwin":
        system.pthread_get_stacksize_np.restype = c_size_t
        return int(system.pthread_get_stacksize_np(thread))
    attributes = (c_size_t * 64)()  # more than any pthread_attr_t
    if system.pthread_getattr_np(thread, attributes):
        return LEAST
    system.pthread_attr_getstack(attributes, byref(first), byref(second))
    system.pthread_attr_destroy(attributes)
    return second.value

"""Tokens and invites: 256 random bits for one who may act; only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ID_BYTES = 12
TOKEN_BYTES = 32


def new_id() -> str:
    """An id that nobody guesses, because who knows it may watch."""
    return secrets.token_hex(ID_BYTES)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """The token has 256 random bits, so that a plain hash can't be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def fits(token: str, kept_hash: str | None) -> bool:
    """Whether a token is the one that was hashed, in constant time."""
    return kept_hash is not None and hmac.compare_digest(hash_of(token), kept_hash)

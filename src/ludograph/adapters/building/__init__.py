"""Games built for elsewhere: as WebAssembly for pages, as object files for programs in C."""

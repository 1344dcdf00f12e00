"""Speculative decoding itself: pure Python and numpy, no llama.cpp, no Qt, no clock, no global state."""

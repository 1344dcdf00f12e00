"""Drafters that run inside llama.cpp, one file a kind."""

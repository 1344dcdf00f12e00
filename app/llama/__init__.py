"""The only package that imports llama_cpp and ctypes."""

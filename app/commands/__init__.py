"""One headless command a file: `add_arguments` describes it, `run` does it."""

"""The list of chats: its rows, how they look, and what the person does with them."""

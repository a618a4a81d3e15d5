"""Pictures drawn from what series came to: PNG files, in a thread beside the bot's own. Drawing is Pillow's."""

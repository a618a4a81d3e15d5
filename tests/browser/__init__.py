"""The whole in a real Chromium: the sandbox's page, and the bot behind it as a process of its own."""

"""The real bot, as a process of its own, over HTTP against the sandbox, with people who press buttons."""

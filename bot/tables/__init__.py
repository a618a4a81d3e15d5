"""Tables and what people do at them: values, use cases, and the ports through which the world reaches them.

Knows the game; knows no Telegram, no database.
"""

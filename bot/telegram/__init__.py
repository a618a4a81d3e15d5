"""The Telegram side: updates in, calls out.

Handlers unpack and call one use case; the courier keeps the chats right.
"""

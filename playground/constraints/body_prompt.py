"""The prompt of a pasted body: raw text, or messages of a chat."""

from __future__ import annotations

from playground.constraints.body_fields import Fields


def read_prompt(fields: Fields, notes: list[str]) -> tuple[str, bool]:
    """The prompt, and whether it is a chat. Raises ConstraintError."""
    if "messages" in fields:
        return _messages(fields, notes), True
    prompt = fields.get("prompt")
    if prompt is None:
        notes.append("The body has no prompt.")
        return "", False
    if not isinstance(prompt, str):
        raise fields.error("prompt", "only a prompt that is one text can be used here", "", "prompt")
    return prompt, False


def _messages(fields: Fields, notes: list[str]) -> str:
    messages = [(message.string("role") or "", _content(message)) for message in fields.objects("messages")]
    if [role for role, _ in messages] != ["user"]:
        roles = ", ".join(role for role, _ in messages) or "none"
        notes.append(f"The messages ({roles}) become one user's message here, in their order.")
    return "\n\n".join(content for _, content in messages if content)


def _content(message: Fields) -> str:
    content = message.get("content")
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    parts = message.objects("content")
    for number, part in enumerate(parts):
        if part.string("type") != "text":
            raise message.error("content", "only text can be used here", "", "content", number)
    return "".join(part.string("text") or "" for part in parts)

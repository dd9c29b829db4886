"""Variants of schemas, and of values that schemas describe."""

import copy


def closed(schema):
    """The schema without the freedom to have other members."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(part) for key, part in schema.items()}
    return {**found, "additionalProperties": False} if found.get("type") == "object" else found


def mutations(value):
    """The value with one member removed, or with a member of another type."""
    members = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for key, member in members:
        if isinstance(value, dict):
            yield {name: other for name, other in value.items() if name != key}
        for replacement in (7, -1, "", "x", False, [], [[]], {}):
            if type(replacement) is not type(member):
                changed = copy.copy(value)
                changed[key] = replacement
                yield changed
        for inner in mutations(member):
            changed = copy.copy(value)
            changed[key] = inner
            yield changed

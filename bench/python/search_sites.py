"""Definitions and messages of Python files, by Python's own parser: what search queries are made from.

Reads and writes as call_sites.py does. A message is what a `raise` or a log call says, in pieces of literal text with `None` where a value stands.
"""

import ast
import json
import re
import sys

from call_sites import FUNCTIONS, last_name

LOG_CALLS = {"debug", "info", "warn", "warning", "error", "critical", "exception"}
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[-#0 +]*[\d*]*(?:\.\d+)?[sdrifgxc]|(?<!\{)\{[^{}]*\}(?!\})")


class SiteReader:
    def __init__(self):
        self.definitions = []
        self.messages = []

    def define(self, node, containers, kind):
        self.definitions.append({"name": node.name, "kind": kind, "containers": containers, "line": node.lineno})

    def read(self, node, containers=(), function=None):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                if function is None:
                    self.define(child, list(containers), "class")
                self.read(child, (*containers, child.name), function)
            elif isinstance(child, FUNCTIONS):
                if function is None:
                    self.define(child, list(containers), "method" if containers else "function")
                self.read(child, containers, child.name)
            else:
                self.say(child, function)
                self.read(child, containers, function)

    def say(self, node, function):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            self.add(node.exc.args[0], node, function, last_name(node.exc))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr in LOG_CALLS and "log" in ast.unparse(node.func.value).lower():
                self.add(node.args[0], node, function, "")

    def add(self, text, node, function, error):
        pieces = pieces_of(text)
        if pieces is not None and function is not None:
            self.messages.append({"pieces": pieces, "line": node.lineno, "name": function, "error": error})


def pieces_of(node):
    """Literal text and None by turns; None for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return split_format(node.value)
    if isinstance(node, ast.JoinedStr):
        return [one.value if isinstance(one, ast.Constant) else None for one in node.values]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return pieces_of(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = pieces_of(node.left), pieces_of(node.right)
        return None if left is None and right is None else (left or [None]) + (right or [None])
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return pieces_of(node.func.value)
    return None


def split_format(text):
    pieces, at = [], 0
    for match in PLACEHOLDER.finditer(text):
        pieces += [text[at : match.start()], None]
        at = match.end()
    return pieces + [text[at:]]


def main():
    root = sys.argv[1]
    for path in sys.stdin.read().splitlines():
        try:
            with open(f"{root}/{path}", encoding="utf-8") as file:
                tree = ast.parse(file.read())
        except (SyntaxError, ValueError, RecursionError, UnicodeDecodeError):
            continue
        reader = SiteReader()
        reader.read(tree)
        print(json.dumps({"file": path, "definitions": reader.definitions, "messages": reader.messages}))


if __name__ == "__main__":
    main()

"""Options, environment variables, routes and tests of Python files, by Python's own parser: what people have in hand when they search.

Reads and writes as search_sites.py does. `name` is the innermost function around the place, or class; empty at the top level.
"""

import ast
import json
import re
import sys

from call_sites import FUNCTIONS, last_name

OPTION_CALLS = {"add_argument", "add_option", "option", "Option"}
ROUTE_CALLS = {"get", "post", "put", "patch", "delete", "route", "websocket", "add_route", "add_url_rule", "path"}
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")


class HandleReader:
    def __init__(self):
        self.handles = []

    def add(self, kind, text, line, name):
        self.handles.append({"kind": kind, "text": text, "line": line, "name": name})

    def read(self, node, name="", scope=()):
        for child in ast.iter_child_nodes(node):
            self.visit(child, name, scope)

    def visit(self, node, name, scope):
        if isinstance(node, FUNCTIONS):
            if node.name.startswith("test_"):
                self.add("title", "::".join((*scope, node.name)), node.lineno, node.name)
            self.read(node, node.name, (*scope, node.name))
        elif isinstance(node, ast.ClassDef):
            self.read(node, node.name, (*scope, node.name))
        else:
            self.look(node, name)
            self.read(node, name, scope)

    def look(self, node, name):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("environ"):
            self.variable(node.slice, node, name)
        if not isinstance(node, ast.Call):
            return
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        called = last_name(node)
        if called in OPTION_CALLS:
            for text in texts:
                for option in re.findall(r"--[a-z][\w-]*", text if text.startswith("-") else ""):
                    self.add("option", option, node.lineno, name)
        if called == "getenv" or "environ." in ast.unparse(node.func):
            for one in node.args[:1]:
                self.variable(one, node, name)
        for keyword in node.keywords:
            if keyword.arg in ("envvar", "env_var", "env"):
                self.variable(keyword.value, node, name)
        if called in ROUTE_CALLS and texts and (texts[0].startswith("/") or (called == "path" and "<" in texts[0])):
            self.add("route", "/" + texts[0].lstrip("/"), node.lineno, name)

    def variable(self, value, node, name):
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and VARIABLE.fullmatch(value.value):
            self.add("variable", value.value, node.lineno, name)


def main():
    root = sys.argv[1]
    for path in sys.stdin.read().splitlines():
        try:
            with open(f"{root}/{path}", encoding="utf-8") as file:
                tree = ast.parse(file.read())
        except (SyntaxError, ValueError, RecursionError, UnicodeDecodeError):
            continue
        reader = HandleReader()
        reader.read(tree)
        print(json.dumps({"file": path, "handles": reader.handles}))


if __name__ == "__main__":
    main()

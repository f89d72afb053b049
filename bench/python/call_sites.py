"""Declarations and call sites of Python files, by Python's own parser.

Reads a root on the command line and paths relative to it, one a line, on standard input; writes one JSON object a file. Files that do not
parse are left out. Lines count from 1, columns from 0 in UTF-16 units. Declarations are those outside function bodies.
"""

import ast
import json
import re
import sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def last_name(node):
    """The last name of a dotted path, calls seen through."""
    while isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


class FileReader:
    def __init__(self, source):
        # The same line ends as the parser's.
        self.lines = [line.encode("utf-8") for line in re.split(r"\r\n|\r|\n", source)]
        self.declarations = []
        self.nested = []
        self.sites = []
        self.bases = []
        self.aliases = []
        # Where the statement being read starts.
        self.place = (1, 0)

    def column(self, line, offset):
        return utf16(self.lines[line - 1][:offset].decode("utf-8", "replace"))

    def end(self, node):
        """Where the last name of a callee stands."""
        if isinstance(node, ast.Attribute):
            line, offset = node.end_lineno, node.end_col_offset - len(node.attr.encode("utf-8"))
        else:
            line, offset = node.lineno, node.col_offset
        return line, self.column(line, offset)

    def name_place(self, node):
        """Where the name after `def` or `class` stands."""
        line = self.lines[node.lineno - 1]
        found = re.compile(rb"(?:async\s+def|def|class)\s+").match(line, node.col_offset)
        return node.lineno, self.column(node.lineno, found.end() if found else node.col_offset)

    def read(self, tree):
        self.block(tree.body, [], False)

    def block(self, body, path, in_function):
        for node in body:
            self.statement(node, path, in_function)

    def statement(self, node, path, in_function):
        self.place = (node.lineno, self.column(node.lineno, node.col_offset))
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            self.definition(node, path, in_function)
            return
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            self.assignment(node, path, in_function)
        if isinstance(node, ast.Raise) and isinstance(node.exc, (ast.Name, ast.Attribute)):
            # Raising a class makes an object of it.
            self.site(node.exc, "call")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                self.statement(child, path, in_function)
            elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                for inner in ast.iter_child_nodes(child):
                    if isinstance(inner, ast.stmt):
                        self.statement(inner, path, in_function)
                    else:
                        self.expression(inner)
            else:
                self.expression(child)

    def definition(self, node, path, in_function):
        line, col = self.name_place(node)
        for decorator in node.decorator_list:
            self.decorator(decorator)
        is_class = isinstance(node, ast.ClassDef)
        inner = path if in_function else [*path, node.name]
        if in_function:
            self.nested.append([line, col])
        else:
            self.declare(node, inner, (line, col), "class" if is_class else self.function_kind(node))
        if is_class:
            for base in [*node.bases, *(keyword.value for keyword in node.keywords)]:
                self.expression(base)
            if not in_function:
                self.class_bases(node, inner)
            self.block(node.body, inner, in_function)
            return
        for parameter, value in self.defaults(node.args):
            self.expression(value)
            self.alias((parameter.lineno, self.column(parameter.lineno, parameter.col_offset)), value)
        self.block(node.body, inner, True)

    def defaults(self, arguments):
        """Parameters that have a default, with it."""
        positional = [*arguments.posonlyargs, *arguments.args]
        first = len(positional) - len(arguments.defaults)
        yield from zip(positional[first:], arguments.defaults)
        yield from ((name, value) for name, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value)

    def function_kind(self, node):
        names = {last_name(decorator) for decorator in node.decorator_list}
        if any(name.endswith("property") for name in names) or "setter" in names:
            return "property"
        return "abstract" if "abstractmethod" in names else "function"

    def class_bases(self, node, path):
        for base in node.bases:
            while isinstance(base, ast.Subscript):
                base = base.value
            if isinstance(base, (ast.Name, ast.Attribute)):
                self.bases.append({"path": ".".join(path), "name": last_name(base), "at": self.end(base)})

    def declare(self, node, path, place, kind):
        first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
        self.declarations.append(
            {
                "path": ".".join(path),
                "name": path[-1],
                "kind": kind,
                "line": place[0],
                "col": place[1],
                "startLine": first,
                "startCol": self.column(node.lineno, node.col_offset),
                "endLine": node.end_lineno,
                "endCol": self.column(node.end_lineno, node.end_col_offset),
            }
        )

    def assignment(self, node, path, in_function):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if not isinstance(target, (ast.Name, ast.Attribute)):
                continue
            if isinstance(target, ast.Name) and not in_function:
                self.declare(node, [*path, target.id], self.end(target), "variable")
            self.alias(self.end(target), node.value)

    def alias(self, place, value):
        """The names that a variable, parameter or attribute is another name of, or whose call makes it."""
        if isinstance(value, ast.IfExp):
            values = [value.body, value.orelse]
        else:
            values = value.values if isinstance(value, ast.BoolOp) else [value]
        for one in values:
            is_made = isinstance(one, ast.Call)
            named = one.func if is_made else one
            if isinstance(named, (ast.Name, ast.Attribute)):
                self.aliases.append({"line": place[0], "col": place[1], "at": self.end(named), "isMade": is_made})

    def decorator(self, node):
        callee = node.func if isinstance(node, ast.Call) else node
        self.site(callee, "decorator")
        if isinstance(node, ast.Call):
            for part in [*node.args, *(keyword.value for keyword in node.keywords)]:
                self.expression(part)
        if isinstance(callee, ast.Attribute):
            self.expression(callee.value)

    def expression(self, root):
        """All calls and attribute reads in an expression."""
        called = set()
        # The parser misplaces what stands inside formatted strings.
        misplaced = {id(inner) for node in ast.walk(root) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
        for node in ast.walk(root):
            if isinstance(node, ast.Call):
                called.add(id(node.func))
                self.site(node.func, "misplaced" if id(node) in misplaced else "call")
        for node in ast.walk(root):
            if isinstance(node, ast.Attribute) and id(node) not in called:
                self.site(node, "misplaced" if id(node) in misplaced else "access")

    def site(self, callee, form):
        if not isinstance(callee, (ast.Name, ast.Attribute)):
            line, col, form = *self.place, "misplaced"
        else:
            line, col = self.place if form == "misplaced" else self.end(callee)
        self.sites.append(
            {"line": line, "col": col, "name": self.called_name(callee), "form": form, "object": self.object_of(callee)}
        )

    def called_name(self, callee):
        """The last name of the callee; nothing for what has none: an item, what a call gives."""
        return last_name(callee) if isinstance(callee, (ast.Name, ast.Attribute)) else ""

    def object_of(self, callee):
        if not isinstance(callee, ast.Attribute):
            return None
        value = callee.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "super":
            return "super()"
        return value.id if isinstance(value, ast.Name) else "…"


def main():
    root = sys.argv[1]
    for path in sys.stdin.read().splitlines():
        with open(f"{root}/{path}", encoding="utf-8", errors="replace", newline="") as file:
            source = file.read()
        try:
            tree = ast.parse(source.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError):
            continue
        reader = FileReader(source)
        reader.read(tree)
        print(
            json.dumps(
                {
                    "file": path,
                    "declarations": reader.declarations,
                    "nested": reader.nested,
                    "sites": reader.sites,
                    "bases": reader.bases,
                    "aliases": reader.aliases,
                }
            )
        )


if __name__ == "__main__":
    main()

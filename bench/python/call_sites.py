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


class Sources:
    """Where the values of names come from, by scope: what a call's receiver looks like, apart from its name."""

    def __init__(self):
        self.scopes = [{}]

    def open(self, body, parameters=()):
        """Opens the scope of a module or function. `parameters` are pairs of a name and what it is."""
        names = dict(parameters)
        self.scopes.append(names)
        for statement in body:
            self.bind(statement, names)

    def open_class(self):
        self.scopes.append({})

    def close(self):
        self.scopes.pop()

    def bind(self, node, names):
        """Adds the names that a statement binds, without those of functions and classes inside."""
        if isinstance(node, FUNCTIONS):
            names.setdefault(node.name, "function")
            return
        if isinstance(node, ast.ClassDef):
            names.setdefault(node.name, "class")
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            kind = "import" if isinstance(node, ast.ImportFrom) else "module"
            for alias in node.names:
                names.setdefault((alias.asname or alias.name).partition(".")[0], kind)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self.bind_target(target, f"name of {self.value_kind(node.value)}", names)
        elif isinstance(node, ast.AnnAssign):
            self.bind_target(node.target, "declared name", names)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            self.bind_target(node.target, "iterated name", names)
        elif isinstance(node, ast.withitem) and node.optional_vars:
            self.bind_target(node.optional_vars, "entered name", names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.setdefault(node.name, "caught name")
        elif isinstance(node, ast.NamedExpr):
            self.bind_target(node.target, f"name of {self.value_kind(node.value)}", names)
        elif isinstance(node, ast.Lambda):
            for parameter in node.args.args:
                names.setdefault(parameter.arg, "contextual parameter")
        for child in ast.iter_child_nodes(node):
            self.bind(child, names)

    def bind_target(self, target, kind, names):
        if isinstance(target, ast.Name):
            names.setdefault(target.id, kind)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self.bind_target(part, f"part of {kind}" if not kind.startswith("part") else kind, names)

    def value_kind(self, node):
        for types, kind in VALUE_KINDS:
            if isinstance(node, types):
                return kind
        return "expression"

    def of(self, node):
        """Where the value of an expression comes from."""
        if isinstance(node, ast.Name):
            return self.of_name(node.id)
        if isinstance(node, ast.Attribute):
            return f"member of {self.root(node.value)}"
        if isinstance(node, ast.Subscript):
            return f"item of {self.root(node.value)}"
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id == "super":
                return "super()"
            return f"result of {self.root(node.func)}"
        return self.value_kind(node)

    def root(self, node):
        return self.value_kind(node) if isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)) else self.of(node)

    def of_name(self, name):
        for names in reversed(self.scopes):
            if name in names:
                return names[name]
        return "free name"


VALUE_KINDS = [
    (ast.Call, "result"),
    (ast.Attribute, "member"),
    (ast.Subscript, "item"),
    (ast.Name, "name"),
    (ast.Await, "awaited"),
    ((ast.IfExp, ast.BoolOp), "choice"),
    ((ast.BinOp, ast.UnaryOp, ast.Compare), "operation"),
    ((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), "comprehension"),
    ((ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr), "literal"),
    (ast.Lambda, "lambda"),
]


def parameter_kinds(node):
    """The parameters of a function with what they are."""
    arguments = node.args
    decorators = " ".join(last_name(one) for one in node.decorator_list)
    is_test = node.name.startswith("test") or "fixture" in decorators
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = {one.arg for one in positional[len(positional) - len(arguments.defaults) :]}
    with_default |= {one.arg for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value}
    for parameter in [*positional, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
        if parameter is None:
            continue
        if parameter.arg in ("self", "cls") and parameter is positional[0]:
            kind = parameter.arg
        elif parameter.annotation:
            kind = "declared parameter"
        elif parameter.arg in with_default:
            kind = "parameter with default"
        else:
            kind = "parameter of a test" if is_test else "parameter"
        yield parameter.arg, kind


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
        self.sources = Sources()

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
        self.sources.open(tree.body)
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
            bases = self.base_places(node) if is_class and not self.has_constructor(node) else []
            self.nested.append({"line": line, "col": col, "constructors": bases})
        else:
            self.declare(node, inner, (line, col), "class" if is_class else self.function_kind(node))
        if is_class:
            for base in [*node.bases, *(keyword.value for keyword in node.keywords)]:
                self.expression(base)
            if not in_function:
                self.class_bases(node, inner)
            self.sources.open_class()
            self.block(node.body, inner, in_function)
            self.sources.close()
            return
        for parameter, value in self.defaults(node.args):
            self.expression(value)
            self.alias((parameter.lineno, self.column(parameter.lineno, parameter.col_offset)), value)
        self.sources.open(node.body, parameter_kinds(node))
        self.block(node.body, inner, True)
        self.sources.close()

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

    def base_names(self, node):
        """The bases of a class that have a name, without their type arguments."""
        for base in node.bases:
            while isinstance(base, ast.Subscript):
                base = base.value
            if isinstance(base, (ast.Name, ast.Attribute)):
                yield base

    def base_places(self, node):
        return [self.end(base) for base in self.base_names(node)]

    def has_constructor(self, node):
        names = {one.name for one in node.body if isinstance(one, FUNCTIONS)}
        return not names.isdisjoint(("__init__", "__new__"))

    def class_bases(self, node, path):
        for base in self.base_names(node):
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
            {
                "line": line,
                "col": col,
                "name": self.called_name(callee),
                "form": form,
                "object": self.object_of(callee),
                "source": self.source_of(callee),
            }
        )

    def called_name(self, callee):
        """The last name of the callee; nothing for what has none: an item, what a call gives."""
        return last_name(callee) if isinstance(callee, (ast.Name, ast.Attribute)) else ""

    def source_of(self, callee):
        """Where the callee comes from; of a member, where its object comes from."""
        if isinstance(callee, ast.Attribute):
            return f"({self.sources.of(callee.value)}).m"
        return self.sources.of(callee)

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

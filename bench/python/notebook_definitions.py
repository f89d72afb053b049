"""Prints the functions and classes of notebooks: for each path on standard input, a line of JSON.

Knows nothing of SDL: cells are read with json, and parsed with ast, one by one. Lines for IPython are removed first.
"""

import ast
import json
import re
import sys

PYTHON_CELL = re.compile(r"%%(time|timeit|capture|prun|python3?)\b")


def python_of(source):
    """The cell as plain Python, or None if it is in another language."""
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%") and not PYTHON_CELL.match(first):
        return None
    return "\n".join("pass" if re.match(r"[%!?]|[\w.]+\?+\s*$", line) else line for line in lines)


def definitions(path):
    """Definitions as [cell, line, name], and the number of cells that do not parse."""
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    cells = notebook.get("cells") or [cell for sheet in notebook.get("worksheets", []) for cell in sheet["cells"]]
    found = []
    broken = 0
    for number, cell in enumerate(cells, 1):
        if cell.get("cell_type") != "code":
            continue
        source = cell.get("source", cell.get("input", ""))
        code = python_of(source if isinstance(source, str) else "".join(source))
        if code is None:
            continue
        try:
            tree = ast.parse(code)
        except SyntaxError:
            broken += 1
            continue
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.append([number, node.lineno, node.name])
    return {"definitions": found, "broken": broken}


def main():
    """Reads paths, writes answers."""
    for line in sys.stdin:
        path = line.rstrip("\n")
        try:
            print(json.dumps(definitions(path)))
        except (ValueError, KeyError, OSError) as error:
            print(json.dumps({"definitions": [], "broken": 0, "error": str(error)}))


main()

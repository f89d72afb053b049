"""Where signature breaks can be planted into Python files, by Python's own parser.

Reads and writes as call_sites.py does. Public functions of modules and classes, those left out that are overloaded, properties, or stand in
functions.
"""

import ast
import json
import sys

from call_sites import FUNCTIONS, FileReader, last_name

QUIET = {"overload", "property", "cached_property", "setter", "getter", "deleter", "abstractproperty"}


class PlantReader(FileReader):
    def spot(self, line, offset):
        return [line, self.column(line, offset)]

    def start(self, node):
        return self.spot(node.lineno, node.col_offset)

    def finish(self, node):
        return self.spot(node.end_lineno, node.end_col_offset)

    def plants(self, body, in_class):
        names = [node.name for node in body if isinstance(node, FUNCTIONS)]
        found = []
        for node in body:
            if isinstance(node, ast.ClassDef) and not in_class:
                found += self.plants(node.body, True)
            elif isinstance(node, FUNCTIONS) and not node.name.startswith("_") and names.count(node.name) == 1:
                if not any(last_name(one) in QUIET for one in node.decorator_list):
                    found.append({**self.plant(node, in_class), "isOnly": len(body) == 1})
        return found

    def plant(self, node, is_method):
        args = node.args
        listed = args.posonlyargs + args.args
        is_plain = not (args.defaults or args.vararg or args.kwonlyargs or args.kwarg) and listed
        first = node.decorator_list[0] if node.decorator_list else node
        start = self.start(first)
        if node.decorator_list:
            start[1] -= 1
        return {
            "name": node.name,
            "isMethod": is_method,
            "at": list(self.name_place(node)),
            "parameters": self.finish(listed[-1]) if is_plain else None,
            "returns": [self.start(node.returns), self.finish(node.returns)] if node.returns else None,
            "whole": [start, self.finish(node)],
        }


def main():
    root = sys.argv[1]
    for file in sys.stdin.read().splitlines():
        try:
            with open(f"{root}/{file}", encoding="utf-8", newline="") as stream:
                source = stream.read()
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        print(json.dumps({"file": file, "plants": PlantReader(source).plants(tree.body, False)}))


if __name__ == "__main__":
    main()

import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test("imports of every form; relative ones are stored as written", () => {
  const source = `
    from __future__ import annotations
    import os, a.b.c, a.d
    import numpy.linalg as la
    from . import sibling
    from .. pkg import thing as other, more
    from ...x.y import (
        z,  # why
    )
    from stars import *
    a.b.c.run(a.d.go, la.norm)
    FROM_STAR(len, Unknown)
  `;
  expect(factsOf(source, "import export ref")).toMatchInlineSnapshot(`
    "import namespace as os from os @2
    import dottedmodule as a from a.b.c @2
    import dottedmodule as a from a.d @2
    import namespace as la from numpy.linalg @3
    import named sibling as sibling from . @4
    import named thing as other from ..pkg @5
    import named more as more from ..pkg @5
    import named z as z from ...x.y @7
    import star from stars @9
    export os = import:os
    export a = (import:a | import:a)
    export la = import:la
    export sibling = import:sibling
    export other = import:other
    export more = import:more
    export z = import:z
    export * from stars
    ref <module> call (import:a | import:a).b.c.run/2 @10:6
    ref <module> read (import:a | import:a).d.go @10:10
    ref <module> read import:la.norm @10:18
    ref <module> call global:FROM_STAR/2 @11:0
    ref <module> read global:Unknown @11:15"
  `);
});

test("imports that are conditional, type-only, nested or dynamic have flags", () => {
  const source = `
    if TYPE_CHECKING:
        from .types import T
    if typing.TYPE_CHECKING:
        if PY3: import q
    try: import json
    except ImportError: import simplejson as json
    def f():
        import local
        from m import g
        local.run(g, json.loads)
    mod = importlib.import_module("pkg.mod")
    mod2 = __import__("other")
    mod3 = importlib.import_module(name)
  `;
  expect(factsOf(source, "import export variable ref")).toMatchInlineSnapshot(`
    "variable mod 11:0-11:40 @11:0 exported exported
      sig "mod = importlib.import_module(\\"pkg.mod\\")"
      value module:pkg.mod
    variable mod2 12:0-12:26 @12:0 exported exported
      sig "mod2 = __import__(\\"other\\")"
      value module:other
    variable mod3 13:0-13:36 @13:0 exported exported
      sig "mod3 = importlib.import_module(name)"
      value global:importlib.import_module(global:name)
    import named T as T from .types @2 [typeonly,conditional]
    import namespace as q from q @4 [typeonly,conditional]
    import namespace as json from json @5 [conditional]
    import namespace as json from simplejson @6 [conditional]
    import namespace as local from local @8 [nested]
    import named g as g from m @9 [nested]
    import dynamic from pkg.mod @11
    import dynamic from other @12
    export T = import:T
    export q = import:q
    export json = (import:json | import:json)
    export f = symbol:f
    export mod = symbol:mod
    export mod2 = symbol:mod2
    export mod3 = symbol:mod3
    ref f call import:local.run/2 @10:10
    ref f read import:g @10:14
    ref f read (import:json | import:json).loads @10:17
    ref mod call global:importlib.import_module/1 @11:16
    ref mod2 call global:__import__/1 @12:7
    ref mod3 call global:importlib.import_module/1 @13:17"
  `);
});

test("__all__ is read as a list, a tuple, and extended; a computed one is ignored", () => {
  expect(factsOf(`__all__ = ["a", 'b']\n__all__ += ["c"]\n__all__.extend(("d",))\n__all__.append("e")`, "public")).toBe(
    "public a\npublic b\npublic c\npublic d\npublic e",
  );
  expect(factsOf(`if X:\n    __all__ = ("a",)\ndef f():\n    __all__ = ["no"]`, "public")).toBe("public a");
  expect(factsOf(`__all__ = ["a"] + other.__all__`, "public")).toBe("");
  expect(factsOf(`__all__ = ["a"] + ["b"]`, "public")).toBe("public a\npublic b");
  expect(factsOf(`__all__ = [n for n in dir()]`, "public")).toBe("");
});

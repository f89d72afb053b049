import { SYMBOLS } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { pageOf } from "./facts-of.js";

/** The fingerprint of the first symbol after the module. */
function printOf(source: string): string {
  const symbols = pageOf(source).table(SYMBOLS);
  return `${symbols.fpHi[1]}-${symbols.fpLo[1]}`;
}

const BASE = `def f(a, b=1):\n    """Doc."""\n    if a:\n        g(a)\n    return "x"\n`;

test.each([
  ["reformatting", `def f( a , b = 1, ):\n  '''Doc.'''\n  if a:\n\n      g( a )\n  return 'x'\n`],
  ["comments", `def f(a, b=1):  # why\n    """Doc."""\n    # what\n    if a:\n        g(a)\n    return "x"\n`],
  ["a line continuation", `def f(a, b=1):\n    """Doc."""\n    if a:\n        g(a)\n    return \\\n        "x"\n`],
  ["renaming the symbol", BASE.replace("def f", "def renamed")],
  ["text around it", `import x\n${BASE}y = 1\n`.replace("import x\n", "")],
])("%s leaves the fingerprint unchanged", (_, source) => {
  expect(printOf(source)).toBe(printOf(BASE));
});

test.each([
  ["a literal", BASE.replace(`"x"`, `"y"`)],
  ["a default", BASE.replace("b=1", "b=2")],
  ["an identifier", BASE.replace("g(a)", "h(a)")],
  ["the docstring", BASE.replace("Doc", "Text")],
  [
    "moving a statement out of its block",
    `def f(a, b=1):\n    """Doc."""\n    if a:\n        g(a)\n        return "x"\n`,
  ],
])("changing %s changes the fingerprint", (_, source) => {
  expect(printOf(source)).not.toBe(printOf(BASE));
});

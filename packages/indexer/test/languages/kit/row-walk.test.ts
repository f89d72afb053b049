/** Walk of all passes: the order in which parts open and close, and rows are handled or skipped. */
import { expect, test } from "vitest";
import { Extraction } from "../../../src/extract/extraction.js";
import { type OpenPart, Pass, rowWalk } from "../../../src/languages/kit/row-walk.js";
import { SyntaxFile } from "../../../src/languages/kit/syntax-file.js";
import { vocabulary } from "../../../src/languages/kit/vocabulary.js";
import { ParseEngine } from "../../../src/parse/parser.js";

const engine = await ParseEngine.create(["python"]);
const vocabularyOf = vocabulary(["identifier", "integer", "list", "lambda", "no_such_kind"], [], {});
type Kinds = ReturnType<typeof vocabularyOf>;

interface Part extends OpenPart<Part> {
  readonly text: string;
}

class Recorder extends Pass<SyntaxFile<Kinds>, Part> {
  readonly events: string[] = [];

  constructor(file: SyntaxFile<Kinds>) {
    super(file, { end: file.tree.count, parent: undefined, text: "file" });
  }

  note(what: string, row: number): void {
    this.events.push(`${what} ${this.file.tree.text(row)}`);
  }

  override enter(row: number): void {
    this.note("enter", row);
    this.open({ end: this.file.next(row), parent: this.part, text: this.file.tree.text(row) });
  }

  protected override closed({ text }: Part): void {
    this.isFull = false;
    this.events.push(`close ${text} in ${this.part.text}`);
  }
}

const walk = rowWalk<Kinds, Recorder>(vocabularyOf, {
  identifier: (pass, row) => pass.note("name", row),
  integer: (pass, row) => pass.note("number", row),
  lambda: ({ file }, row) => file.next(row),
  no_such_kind: (pass, row) => pass.note("never", row),
});

/** The events of a walk. @param marks by text of the rows they are set at */
function walkOf(source: string, marks: Readonly<Record<string, number>> = {}, isFull = false): readonly string[] {
  const tree = engine.parse("python", source);
  const file = new SyntaxFile(new Extraction(tree, "python", tree), vocabularyOf(tree.grammar));
  for (let row = 1; row < tree.count; row++) {
    if (file.kind(row) === file.k.list) file.marks[row] = marks[tree.text(row)] ?? 0;
  }
  const pass = new Recorder(file);
  pass.isFull = isFull;
  walk(pass);
  return pass.events;
}

test("handlers are called in order of rows, for the kinds that they name", () => {
  expect(walkOf("[a, 1, b]")).toEqual(["name a", "number 1", "name b"]);
});

test("the walk continues at the row that a handler returns", () => {
  expect(walkOf("[a, lambda x: 1, b]")).toEqual(["name a", "name b"]);
});

test("parts open at their marks and close at their ends, innermost first", () => {
  expect(walkOf("[a, [[b]], c]", { "[a, [[b]], c]": 1, "[[b]]": 1, "[b]": 2 })).toEqual([
    "enter [a, [[b]], c]",
    "name a",
    "enter [[b]]",
    "enter [b]",
    "name b",
    "close [b] in [[b]]",
    "close [[b]] in [a, [[b]], c]",
    "name c",
    "close [a, [[b]], c] in file",
  ]);
});

test("a row marked as skipped is skipped with its subtree", () => {
  expect(walkOf("[a, [b, [c]], d]", { "[b, [c]]": -1, "[c]": 1 })).toEqual(["name a", "name d"]);
});

test("a full pass handles no rows until a part closes", () => {
  expect(walkOf("[a, [b], c]", { "[b]": 1 }, true)).toEqual(["enter [b]", "close [b] in file", "name c"]);
});

/** Notebooks: the text of their cells, and its facts. */
import { expect, test } from "vitest";
import { sourceOf } from "../../../src/workspace/read-source.js";
import { factLines, refsOf } from "./check-container.js";

const STAT = { sizeBytes: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** What is read of a file with these bytes. */
function readAs(path: string, content: unknown, maxFileBytes?: number) {
  const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  const read = sourceOf({ bytes, stat: STAT }, path, maxFileBytes);
  return read.status === "skipped" ? read.reason : read.text;
}

const code = (source: unknown, more: object = {}) => ({ cell_type: "code", source, ...more });
const NOTEBOOK = {
  cells: [
    { cell_type: "markdown", source: ["# Title"] },
    code(
      [
        "%matplotlib inline\n",
        "import numpy as np\n",
        "files = !ls\n",
        "def load(path):\n",
        "    return np.load(path)",
      ],
      {
        outputs: [{ data: { "image/png": "iVBOR" } }],
      },
    ),
    code("%%bash\necho hi"),
    code(["%%time\n", "# %% cell 9\n", "%time model = load('x')\n", "model.fit?\n", "!pip install x\n", "load(1)"]),
  ],
  metadata: { kernelspec: { language: "python" } },
};
const TEXT = readAs("a.ipynb", NOTEBOOK);

test("the text holds the code cells below their marks, and no output", () => {
  expect(TEXT.split("\n")).toEqual([
    ...["# %% cell 2", "%matplotlib inline", "import numpy as np", "files = !ls"],
    ...["def load(path):", "    return np.load(path)"],
    ...["# %% cell 3", "%%bash", "echo hi"],
    // A line that looks like a mark gets a blank, so that it is none.
    ...[
      "# %% cell 4",
      "%%time",
      "# %% cell 9 ",
      "%time model = load('x')",
      "model.fit?",
      "!pip install x",
      "load(1)",
      "",
    ],
  ]);
});

test("lines of symbols and references name the cell, and lines for IPython are no code", () => {
  expect(factLines("a.ipynb", TEXT, ["function", "variable", "import", "file"])).toEqual([
    "variable files 20003:0-20003:9 @20003:0 exported exported",
    "function load 20004:0-20005:24 @20004:4 exported exported",
    "variable model 40003:6-40003:23 @40003:6 exported exported",
    "import namespace as np from numpy @20002",
    "file errors=0 lines=17 generated=0",
  ]);
  expect(refsOf("a.ipynb", TEXT)).toEqual([
    "load call import:np.load/1 @20005:14",
    "model call symbol:load/1 @40003:14",
    "<module> call symbol:load/1 @40006:0",
  ]);
});

test("notebooks of format 3 and cells as one text are read", () => {
  expect(readAs("a.ipynb", { worksheets: [{ cells: [{ cell_type: "code", input: ["a = 1"] }] }] })).toBe(
    "# %% cell 1\na = 1\n",
  );
  expect(readAs("a.ipynb", { cells: [code("a\r\nb"), code(7), null, "x"] })).toBe("# %% cell 1\na\nb\n");
  expect(readAs("a.ipynb", { cells: [] })).toBe("");
});

test("what cannot be read is skipped with the reason", () => {
  expect(readAs("a.ipynb", "{ broken")).toBe("broken-notebook");
  expect(readAs("a.ipynb", "[".repeat(100_000))).toBe("broken-notebook");
  expect(readAs("a.ipynb", { nothing: 1 })).toBe("broken-notebook");
  expect(readAs("a.ipynb", { cells: [code("x <- 1")], metadata: { language_info: { name: "R" } } })).toBe(
    "notebook-language",
  );
  expect(readAs("a.ipynb", { cells: [code("x = 1\n".repeat(200))] }, 1000)).toBe("too-large");
  expect(readAs("a.ipynb", { cells: [code("x\n".repeat(10_000))] })).toBe("too-large");
});

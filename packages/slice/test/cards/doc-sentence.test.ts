import fc from "fast-check";
import { expect, test } from "vitest";
import { docSentence } from "../../src/cards/doc-sentence.js";

test.each([
  ["Finds a user. Or none.", "Finds a user."],
  ["Finds a user\nby name, e.g. Bob or v1.2 ones.\n\nMore.", "Finds a user by name, e.g. Bob or v1.2 ones."],
  ["Resolves {@link Token} to {@link User | its user}.\n@param x y", "Resolves Token to its user."],
  ["Sums.\n@returns the sum", "Sums."],
  [":param x: only fields", undefined],
  ["@deprecated", undefined],
  ["---", undefined],
  ["", undefined],
  ["No full stop here", "No full stop here"],
  ["<p>Marks up</p>", "Marks up"],
  ["@description Adds two numbers.\n@param a one", "Adds two numbers."],
  ["@param a one\n@returns {number} The sum of both", "Returns the sum of both."],
  ["Load it.\n\nArgs:\n    x: what", "Load it."],
  ["Args:\n    x: what\n\nReturns:\n    The loaded thing.", "Returns the loaded thing."],
  ["Loads a thing\nParameters\n----------\nx : int", "Loads a thing"],
  [":returns: where it lies", "Returns where it lies."],
  [
    "A :class:`~a.b.Cell` or :class:`_orm.Mapper` of ``x``, see `docs <http://x>`_.",
    "A `Cell` or `Mapper` of `x`, see docs.",
  ],
  ["Title\n=====\n\nText.", "Title"],
  ["**Bold** [link](http://x) &lt;T&gt;.", "Bold link <T>."],
  ["////////// INTERNALS //////////", undefined],
  ["TODO: remove", undefined],
  ["eslint-disable-next-line", undefined],
  ["const x = 1;", undefined],
  [">>> f(1)\n2", undefined],
])("%j gives %j", (doc, summary) => {
  expect(docSentence(doc)).toBe(summary);
});

test("a long sentence is cut between words and ends in an ellipsis", () => {
  const summary = docSentence("word ".repeat(100));
  expect(summary?.length).toBeLessThanOrEqual(200);
  expect(summary).toMatch(/word…$/);
});

test("a comment of punctuation runs is parsed in linear time", () => {
  const pieces = fc.constantFrom(
    ...":`~.<>{}[]()@|*_#=- \na1".split(""),
    ":a:`",
    "{@a ",
    "Returns",
    ":a",
    "`a",
    "__",
    "..",
  );
  const runs = fc.array(fc.tuple(pieces, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 5 });
  const started = process.cpuUsage();
  fc.assert(
    fc.property(
      runs,
      (drawn) => void docSentence(`Text ${drawn.map(([piece, count]) => piece.repeat(count)).join("")}`),
    ),
    {
      numRuns: 3000,
      examples: [
        [
          [
            [":a", 90],
            [":`", 1],
            [".", 200],
            [" ", 200],
            ["<", 200],
          ],
        ],
        [
          [
            [":a", 50],
            [":`", 1],
            [".", 100],
            [" ", 250],
            ["<", 350],
          ],
        ],
      ],
    },
  );
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1500);
});

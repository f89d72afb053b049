/** Properties of the delta of any two versions. */
import { computeDelta, type Delta, describeChanges, findRisks, riskParts, riskScore } from "@sdl/delta";
import type { SymbolGraph } from "@sdl/model/graph";
import { behaviourStatements } from "@sdl/slice";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Sources, type Version, withVersions } from "./two-versions.js";

const RUNS = process.env["SDL_LONG"] === undefined ? 12 : 400;

interface Declared {
  readonly name: string;
  readonly literal: number;
  readonly calls: string;
  readonly hasParameter: boolean;
}

const name = fc.constantFrom("alpha", "beta", "gamma", "delta", "epsilon");
const declared = fc.record({ name, literal: fc.nat(3), calls: name, hasParameter: fc.boolean() });
const file = fc.uniqueArray(declared, { selector: (one) => one.name, minLength: 1, maxLength: 4 });
const repository = fc.dictionary(fc.constantFrom("a.ts", "b.ts", "lib/c.ts", "tools/d.py"), file, { minKeys: 1 });

function sourcesOf(files: Readonly<Record<string, readonly Declared[]>>): Sources {
  const texts = Object.entries(files).map(([path, list]) => [
    path,
    list.map(path.endsWith(".py") ? python : typescript).join("\n"),
  ]);
  return Object.fromEntries(texts);
}

function typescript({ name: own, literal, calls, hasParameter }: Declared): string {
  const parameter = hasParameter ? "value: number" : "";
  return `export class ${own}Box {\n  run(${parameter}) {\n    return ${calls}(${literal});\n  }\n}\nexport function ${own}(${parameter}) {\n  const box = new ${own}Box();\n  return box.run(${literal});\n}\n`;
}

function python({ name: own, literal, calls, hasParameter }: Declared): string {
  return `def ${own}(${hasParameter ? "value" : ""}):\n    total = ${calls}(${literal})\n    return total\n`;
}

function deltaOf(before: Version, after: Version): Delta {
  return computeDelta(before.side, after.side, { describe: behaviourStatements });
}

function symbolIds(graph: SymbolGraph): string[] {
  const ids = graph.files().flatMap((path) => graph.fileSymbols(path).map((symbol) => graph.symbol(symbol).id));
  return ids.sort();
}

test("a version has no difference from itself", async () => {
  await fc.assert(
    fc.asyncProperty(repository, async (files) => {
      const sources = sourcesOf(files);
      await withVersions([sources, sources], (old, now) => {
        const delta = deltaOf(old, now);
        expect([delta.changes, delta.blast, delta.amplifiers, delta.files]).toEqual([[], [], [], []]);
        expect([riskScore(riskParts(delta)), findRisks(delta)]).toEqual([0, []]);
      });
    }),
    { numRuns: RUNS },
  );
});

test("the changes transform one version's symbols into the other's, each symbol once, and back", async () => {
  await fc.assert(
    fc.asyncProperty(repository, repository, async (one, other) => {
      await withVersions([sourcesOf(one), sourcesOf(other)], (old, now) => {
        const { changes } = describeChanges(old.side, now.side, behaviourStatements);
        const gone = changes.flatMap(({ before, after, isMoved }) =>
          before !== undefined && (isMoved || after === undefined) ? [old.graph.symbol(before).id] : [],
        );
        const come = changes.flatMap(({ before, after, isMoved }) =>
          after !== undefined && (isMoved || before === undefined) ? [now.graph.symbol(after).id] : [],
        );
        const ids = symbolIds(old.graph);
        expect([...ids.filter((id) => !gone.some((other) => other === id)), ...come].sort()).toEqual(
          symbolIds(now.graph),
        );
        expect(new Set(gone).size + new Set(come).size).toBe(gone.length + come.length);
        // Symbols not reported as changed are equal in both versions.
        const touched = new Set(changes.flatMap(({ before }) => before ?? []));
        for (const path of old.graph.files()) {
          for (const symbol of old.graph.fileSymbols(path)) {
            if (touched.has(symbol)) continue;
            const twin = now.graph.findSymbol(old.graph.symbol(symbol).id) as number;
            const part = ({ graph }: Version, handle: number) =>
              graph.details(handle).bodyPrint ?? graph.details(handle).astFingerprint;
            expect(part(now, twin)).toBe(part(old, symbol));
          }
        }
        const back = describeChanges(now.side, old.side, behaviourStatements).changes;
        expect(back.filter(({ changeType }) => changeType === "removed").length).toBe(
          changes.filter(({ changeType }) => changeType === "added").length,
        );
      });
    }),
    { numRuns: RUNS * 2 },
  );
});

test("no symbol is listed as affected twice, and no changed symbol is listed", async () => {
  await fc.assert(
    fc.asyncProperty(repository, repository, async (one, other) => {
      await withVersions([sourcesOf(one), sourcesOf(other)], (old, now) => {
        const { blast, changes } = deltaOf(old, now);
        const reached = blast.map(({ symbol }) => symbol);
        expect(new Set(reached).size).toBe(reached.length);
        expect(changes.filter(({ after }) => after !== undefined && reached.includes(after))).toEqual([]);
        expect(blast.map(({ rank }) => rank)).toEqual(blast.map(({ rank }) => rank).sort((a, b) => b - a));
      });
    }),
    { numRuns: RUNS },
  );
});

const SPACE = fc.constantFrom(" ", "  ", "\n", "\n\n", " /* why */ ", " // why\n", "\t");

test("a reformat with new comments is no change", async () => {
  await fc.assert(
    fc.asyncProperty(repository, fc.array(SPACE, { minLength: 3, maxLength: 7 }), async (files, spaces) => {
      const sources = sourcesOf(files);
      let turn = 0;
      const next = (): string => spaces[turn++ % spaces.length] ?? " ";
      const spaced = Object.entries(sources).map(([path, text]) => {
        // In Python, comments only inside open brackets or at line ends, because a comment extends to the line's end.
        const isPython = path.endsWith(".py");
        return [
          path,
          isPython ? text.replace(/\n/g, "  # why\n\n") : text.replace(/[{(;,]/g, (token) => token + next()),
        ];
      });
      await withVersions([sources, Object.fromEntries(spaced) as Sources], (old, now) => {
        expect(describeChanges(old.side, now.side, behaviourStatements).changes).toEqual([]);
      });
    }),
    { numRuns: RUNS },
  );
});

const CALLED = "//- lib.ts\nexport function used(a: number): number {\n  return a;\n}\n";

test("the risk of a broken signature grows with the number of callers", async () => {
  const scores: number[] = [];
  for (const callers of [0, 1, 3, 10, 30]) {
    const calls = Array.from(
      { length: callers },
      (_, i) => `export function call${i}(): number {\n  return used(${i});\n}\n`,
    );
    const sources = (lib: string): Sources => ({
      "lib.ts": lib,
      "calls.ts": `import { used } from "./lib";\n${calls.join("")}`,
    });
    const before = CALLED.replace("//- lib.ts\n", "");
    await withVersions([sources(before), sources(before.replace("a: number", "a: number, b: number"))], (old, now) => {
      scores.push(riskScore(riskParts(deltaOf(old, now))));
    });
  }
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  expect((scores[3] as number) - (scores[0] as number)).toBeGreaterThan(15);
});

test("a broken export with ten dependents scores at least 40 above a body edit of a tested leaf; a comment scores 0", async () => {
  const callers = Array.from(
    { length: 10 },
    (_, i) => `export function call${i}(): number {\n  return used(${i});\n}\n`,
  );
  const sources: Sources = {
    "src/lib.ts":
      "export function used(a: number): number {\n  return a;\n}\nexport function leaf(a: number): number {\n  return a + 1;\n}\n",
    "src/calls.ts": `import { used } from "./lib";\n${callers.join("")}`,
    "test/lib.test.ts": 'import { leaf } from "../src/lib";\ntest("leaf", () => {\n  expect(leaf(1)).toBe(2);\n});\n',
  };
  const scoreOf = (from: string, to: string): Promise<number> => {
    const lib = sources["src/lib.ts"] ?? "";
    expect(lib).toContain(from);
    return withVersions([sources, { ...sources, "src/lib.ts": lib.replace(from, to) }], (old, now) =>
      riskScore(riskParts(deltaOf(old, now))),
    );
  };
  const broken = await scoreOf("used(a: number)", "used(a: number, b: number)");
  const leaf = await scoreOf("a + 1", "a + 2");
  expect(broken - leaf).toBeGreaterThanOrEqual(40);
  expect(await scoreOf("return a;", "return a; // as it is")).toBe(0);
});

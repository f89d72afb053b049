/** Tests of judging edges: an oracle and edges as lines, verdicts as lines. */
import { expect, test } from "vitest";
import { figuresOf } from "../../src/edges/figures.js";
import { parseGraph } from "../../src/edges/graph.js";
import { type Judgement, judge } from "../../src/edges/judge.js";
import type { Oracle, OracleDeclaration, OracleSite } from "../../src/edges/oracle.js";

const NAMES = ["Base", "Base.m", "Sub", "Sub.m", "Other", "Other.m", "f", "g", "default"];

/** Each name is on the line of its position in the list, in one file. */
const declarations: OracleDeclaration[] = NAMES.map((path, index) => ({
  key: `a.ts#${path}`,
  name: path.split(".").at(-1) ?? "",
  line: index + 1,
  startLine: index + 1,
  startCol: 0,
  endLine: index + 2,
  endCol: 0,
  isOwner: true,
}));

function site(caller: string, target: string, part: Partial<OracleSite> = {}): OracleSite {
  const name = target.split(".").at(-1) ?? "";
  const place = { file: "a.ts", line: 1, col: 0, name, caller: `a.ts#${caller}` };
  return {
    ...place,
    status: "repository",
    receiver: "typed receiver",
    shape: "",
    targets: [`a.ts#${target}`],
    ...part,
  };
}

function judged(sites: readonly OracleSite[], edges: readonly (readonly [string, string, number?])[]): Judgement {
  const oracle: Oracle = {
    declarations: { "a.ts": declarations },
    sites,
    bases: { "a.ts#Sub": ["a.ts#Base"], "a.ts#Other": ["a.ts#Base"] },
    heritage: { "a.ts#Sub": ["a.ts#Base"], "a.ts#Other": ["a.ts#Base"] },
    files: ["a.ts"],
  };
  const symbols = NAMES.map((qualifiedName, index) => {
    const range = { startLine: index + 1, startCol: 0, endLine: index + 2, endCol: 0 };
    return {
      type: "symbol",
      symbolId: qualifiedName,
      file: "a.ts",
      qualifiedName,
      kind: qualifiedName === "Other" ? "interface" : "method",
      line: index + 1,
      range,
    };
  });
  const rows = edges.map(([from, to, confidence = 0.9]) => {
    const ends = { from: { symbolId: from }, to: { symbolId: to } };
    return { type: "edge", ...ends, kind: "call", confidence, resolverId: "import" };
  });
  return judge(parseGraph([...symbols, ...rows].map((row) => JSON.stringify(row))), oracle);
}

test("of a call that leads into declaration files only, the compiler does not say what runs", () => {
  const described = site("f", "g", { targets: ["types/a.d.ts#g"] });
  const { edges, wanted } = judged([described], [["f", "g"]]);
  expect(wanted).toEqual([]);
  expect(edges.map(({ verdict }) => verdict)).toEqual(["unjudged"]);
  check([{ ...described, name: "imported" }], [["f", "g"]], ["f → g unjudged"]);
  check([site("f", "g", { targets: [] })], [["f", "g"]], ["f → g unjudged"]);
});

function check(
  sites: readonly OracleSite[],
  edges: readonly (readonly [string, string, number?])[],
  expected: string[],
): void {
  const { edges: found, wanted } = judged(sites, edges);
  const verdicts = found.map(({ from, to, verdict }) => `${from.slice(5)} → ${to.slice(5)} ${verdict}`);
  const met = wanted.map((edge) => `${edge.targets.map((key) => key.slice(5)).join("|")} ${edge.confidence}`);
  expect([...verdicts, ...met]).toEqual(expected);
}

test("an edge to an override matches a call of its base and vice versa, but not a call of a sibling", () => {
  check([site("f", "Base.m")], [["f", "Sub.m"]], ["f → Sub.m right", "Base.m 0.9"]);
  check([site("f", "Sub.m")], [["f", "Base.m"]], ["f → Base.m right", "Sub.m 0.9"]);
  check([site("f", "Sub.m")], [["f", "Other.m"]], ["f → Other.m wrong", "Sub.m 0"]);
});

test("a call that leads to a class runs the constructor of a base, under any name of the class", () => {
  check([site("f", "Sub", { name: "Alias" })], [["f", "Base"]], ["f → Base right", "Sub 0"]);
  check([site("f", "Base")], [["f", "Sub"]], ["f → Sub wrong", "Base 0"]);
});

test("calls unknown to the compiler are unjudged; calls through values count separately", () => {
  check([site("f", "g", { status: "unresolved", targets: [] })], [["f", "g"]], ["f → g unjudged"]);
  check([site("f", "g", { status: "value" })], [["f", "g"]], ["f → g value"]);
  check([site("f", "g", { status: "external", targets: [] })], [["f", "g"]], ["f → g wrong"]);
});

test("a call without a name makes edges unjudged whose name is called nowhere else there", () => {
  const nameless = site("f", "", { status: "unresolved", targets: [] });
  check([nameless], [["f", "g"]], ["f → g unjudged"]);
  check([nameless, site("f", "g", { status: "external", targets: [] })], [["f", "g"]], ["f → g wrong"]);
});

test("a call signature may be called under a name that the compiler does not know", () => {
  check([site("f", "unknown", { status: "unresolved", targets: [] })], [["f", "Other"]], ["f → Other unjudged"]);
  check([], [["f", "Other"]], ["f → Other wrong"]);
});

test("a default export without a name, and an import of any name, may be what an unresolved call runs", () => {
  const unknown = site("f", "unknown", { status: "unresolved", targets: [] });
  check([unknown], [["f", "default"]], ["f → default unjudged"]);
  check([], [["f", "default"]], ["f → default wrong"]);
  check([{ ...unknown, isOpen: true }], [["f", "g"]], ["f → g unjudged"]);
  check([unknown], [["f", "g"]], ["f → g wrong"]);
});

test("an edge from a declaration to itself does not count", () => {
  check([site("f", "f")], [["f", "f"]], []);
});

test("edges under .5 only count for calibration", () => {
  const judgement = judged(
    [site("f", "g"), site("f", "Base.m"), site("g", "Sub")],
    [
      ["f", "g", 1],
      ["f", "Base.m", 0.4],
      ["g", "f", 0.6],
    ],
  );
  const [figures] = figuresOf("x", judgement);
  expect(figures?.total).toMatchObject({ right: 1, wrong: 1, wanted: 3, met: 1, precision: 0.5, recall: 1 / 3 });
  // Bins: 1 of 1 right at 1, 1 of 1 at .4, 0 of 1 at .6.
  expect(figures?.calibrationError).toBeCloseTo((0 + 0.6 + 0.6) / 3);
  expect(figures?.misses.map(({ target }) => target)).toEqual(["a.ts#Base.m", "a.ts#Sub"]);
});

test("a base that a declaration file describes is the class of the script beside it", () => {
  const file = (name: string, path: string): readonly [string, OracleDeclaration[]] => {
    const place = { line: 1, startLine: 1, startCol: 0, endLine: 9, endCol: 0, isOwner: true };
    return [path, [{ key: `${path}#${name}`, name, ...place }]];
  };
  const rows = (base: string) => {
    const range = { startLine: 1, startCol: 0, endLine: 2, endCol: 0 };
    const symbol = (qualifiedName: string, path: string) =>
      JSON.stringify({ type: "symbol", symbolId: path, file: path, qualifiedName, kind: "class", line: 1, range });
    const edge = { type: "edge", from: { symbolId: "own.ts" }, to: { symbolId: base }, kind: "extends" };
    return [symbol("Own", "own.ts"), symbol("Base", base), JSON.stringify({ ...edge, confidence: 1 })];
  };
  const count = (base: string, paths: readonly string[]) => {
    const described = paths.map((path) => file(path.endsWith(".d.ts") ? "Base_" : "Base", path));
    const declared = Object.fromEntries([file("Own", "own.ts"), ...described]);
    const heritage = { "own.ts#Own": ["lib/base.d.ts#Base_"] };
    const oracle: Oracle = {
      declarations: declared,
      sites: [],
      bases: heritage,
      heritage,
      files: Object.keys(declared),
    };
    return judge(parseGraph(rows(base)), oracle).heritage;
  };
  expect(count("lib/base.js", ["lib/base.d.ts", "lib/base.js"])).toEqual({ wanted: 1, met: 1, wrong: 0 });
  expect(count("lib/other.js", ["lib/base.d.ts", "lib/other.js"])).toEqual({ wanted: 1, met: 0, wrong: 1 });
});

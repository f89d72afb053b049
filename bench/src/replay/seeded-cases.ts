/** Seeded bugs at the end of a graph's own calls, with the symptom that each would show. */
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { pathClass } from "@sdl/model/paths";
import type { SliceBuildRequest } from "@sdl/slice";
import { isProductCode } from "../corpora/product-code.js";
import { pick, randomNumbers } from "../statistics/random.js";

/** A bug with its symptom. */
export interface BugCase {
  /** Kind of symptom, and how it was generated. */
  readonly form: string;
  readonly request: SliceBuildRequest;
  readonly fault: SymbolHandle;
  /** Description for readers of the report. */
  readonly note: string;
}

const SEED = 20261122;
const MIN_CONFIDENCE = 90;
const MAX_FRAMES = 8;
/** Probability that a failing test's fault is one call deeper. */
const DEEPER = 0.5;
const MAX_DEPTH = 3;
/** Line offset of an older checkout. */
const DRIFT = 12;

type Random = () => number;

/** Stack traces through functions that are no tests. */
export function traceCases(graph: SymbolGraph, count: number): BugCase[] {
  const random = randomNumbers(SEED);
  const sources = functionsOf(graph, "plain");
  const cases: BugCase[] = [];
  for (let tries = 0; cases.length < count && tries < 200 * count && sources.length > 0; tries++) {
    const frames = walk(graph, pick(sources, random), { random, length: 3 + Math.floor(random() * (MAX_FRAMES - 2)) });
    if (frames.length >= 3) cases.push(traceCase(graph, frames, random));
  }
  return cases;
}

/** Failing tests: test files whose calls reach the faulty function. */
export function failingTests(graph: SymbolGraph, count: number): BugCase[] {
  const random = randomNumbers(SEED + 1);
  const callers = functionsOf(graph, "test").filter((symbol) => calleesOf(graph, symbol).length > 0);
  const cases: BugCase[] = [];
  for (let tries = 0; cases.length < count && tries < 200 * count && callers.length > 0; tries++) {
    const test = pick(callers, random);
    let length = 2;
    while (length <= MAX_DEPTH && random() < DEEPER) length++;
    const path = walk(graph, test, { random, length });
    const fault = path.at(-1);
    if (path.length < length || fault === undefined) continue;
    const { file, kind, qualifiedName } = graph.symbol(test);
    const isNamed = kind !== "module" && file.endsWith(".py") && random() < 0.5;
    const failingTestPath = isNamed ? `${file}::${qualifiedName.replaceAll(".", "::")}` : file;
    cases.push({
      form: `failing test, ${isNamed ? "one test" : "whole file"}, ${length - 1} calls deep`,
      request: { failingTestPath },
      fault,
      note: `  ${failingTestPath}: ${path.map((symbol) => graph.symbol(symbol).qualifiedName).join(" → ")}`,
    });
  }
  return cases;
}

/** Functions and methods; for tests also modules, because JavaScript runners take tests as callbacks. */
function functionsOf(graph: SymbolGraph, wanted: "plain" | "test"): SymbolHandle[] {
  const files = graph.files().filter((file) => (wanted === "test" ? pathClass(file) === "test" : isProductCode(file)));
  const symbols = files.flatMap((file) => [...graph.fileSymbols(file)]);
  return symbols.filter(
    (symbol) => isFunction(graph, symbol) || (wanted === "test" && graph.kindOf(symbol) === "module"),
  );
}

function isFunction(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  return ["function", "method", "constructor"].includes(graph.kindOf(symbol));
}

/** Calls of high confidence to functions that are no tests. */
function calleesOf(graph: SymbolGraph, from: SymbolHandle): SymbolHandle[] {
  const { start, length, shared } = graph.outgoing(from);
  const found: SymbolHandle[] = [];
  for (let i = start; i < start + length; i++) {
    const to = shared.symbols[i] as SymbolHandle;
    if (shared.kinds[i] !== EDGE_CODE.call || (shared.confidences[i] ?? 0) < MIN_CONFIDENCE) continue;
    if (isFunction(graph, to) && isProductCode(graph.fileOf(to))) found.push(to);
  }
  return found.sort((a, b) => a - b);
}

/** A walk along calls without repeats; shorter if calls end. */
function walk(
  graph: SymbolGraph,
  from: SymbolHandle,
  { random, length }: { readonly random: Random; readonly length: number },
): SymbolHandle[] {
  const path = [from];
  while (path.length < length) {
    const next = calleesOf(graph, path.at(-1) ?? from).filter((symbol) => !path.includes(symbol));
    if (next.length === 0) break;
    path.push(pick(next, random));
  }
  return path;
}

/** @param path outermost first */
function traceCase(graph: SymbolGraph, path: readonly SymbolHandle[], random: Random): BugCase {
  const isOld = random() < 0.25;
  const isChained = random() < 0.3 && path.length >= 4;
  const isInnermost = random() < 0.5;
  const fault = isInnermost ? path.at(-1) : pick(path, random);
  const frames = path.map((symbol) => makeFrame(graph, symbol, { random, drift: isOld ? DRIFT : 0 }));
  const isPython = frames.some(({ file }) => file.endsWith(".py"));
  // A chained error: the inner one is caught halfway up, and another is raised there.
  const half = isChained ? Math.floor(frames.length / 2) : frames.length;
  const [outer, inner] = isChained ? [frames.slice(0, half), frames.slice(half - 1)] : [frames, undefined];
  const stackTrace = isPython ? pythonTrace(outer, inner) : scriptTrace(outer, inner);
  return {
    form: `trace, ${isPython ? "Python" : "Node"}${isChained ? ", chained" : ""}${isOld ? ", old lines" : ""}`,
    request: { stackTrace },
    fault: fault ?? path[0] ?? (0 as SymbolHandle),
    note: stackTrace,
  };
}

interface Frame {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

function makeFrame(
  graph: SymbolGraph,
  symbol: SymbolHandle,
  { random, drift }: { readonly random: Random; readonly drift: number },
): Frame {
  const { file, range, name, qualifiedName } = graph.symbol(symbol);
  const inside = range.startLine + Math.floor(random() * (range.endLine - range.startLine + 1));
  const line = Math.max(1, inside + Math.round((random() * 2 - 1) * drift));
  return { file, line, name: file.endsWith(".py") ? name : qualifiedName };
}

const MACHINE = "/home/runner/work/checkout";

function pythonTrace(outer: readonly Frame[], inner: readonly Frame[] | undefined): string {
  const block = (frames: readonly Frame[]) => [
    "Traceback (most recent call last):",
    '  File "/usr/lib/python3.12/threading.py", line 1012, in run',
    ...frames.flatMap(({ file, line, name }) => [`  File "${MACHINE}/${file}", line ${line}, in ${name}`, "    ..."]),
    "ValueError: it broke",
  ];
  const during = ["", "During handling of the above exception, another exception occurred:", ""];
  return [...(inner === undefined ? [] : [...block(inner), ...during]), ...block(outer)].join("\n");
}

function scriptTrace(outer: readonly Frame[], inner: readonly Frame[] | undefined): string {
  const lines = (frames: readonly Frame[]) =>
    [...frames].reverse().map(({ file, line, name }) => `    at ${name} (file://${MACHINE}/${file}:${line}:7)`);
  return [
    "TypeError: it broke",
    ...lines(outer),
    "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
    ...(inner === undefined ? [] : ["  [cause]: Error: inner", ...lines(inner).map((line) => `  ${line}`)]),
  ].join("\n");
}

/**
 * Growth of the time for extracting and linking a file: sources that repeat one construct are made eight times as large
 * and may take twenty times as long, while quadratic code takes sixty times. The work of linking is counted, and must
 * grow linearly. CI draws a share of the constructs by seed, besides those that were quadratic once; the long tier
 * (SDL_LONG=1) takes all.
 */
import { FactsPage } from "@sdl/model/facts";
import { NO_SECRETS } from "@sdl/model/text";
import { expect, test } from "vitest";
import { symbolIdsOf } from "../../src/extract/symbol-ids.js";
import { extractFacts } from "../../src/languages/extract-file.js";
import { changedLookups, createLinkSession, linkFile, WorkLimitError } from "../../src/link/index.js";
import { ParseEngine } from "../../src/parse/parser.js";
import { findFileKind } from "../../src/workspace/index.js";
import { Random } from "../link/random-repository.js";
import { FAMILIES, type Family } from "./families.js";

const SEED = Number(process.env["SDL_SEED"] ?? 20261123);
const DRAWN = process.env["SDL_LONG"] === "1" ? Object.keys(FAMILIES).length : 3;
const ONCE_QUADRATIC = [
  ...["pyChainNarrow", "pyAnd", "tsGuard", "callsPy", "twins", "ambient", "abstracts", "namesakes"],
  ...["pyRaiseLong", "tsLongArguments", "tsTypeParameters", "protocols"],
];
/** Families whose linking once exceeded the work limit. */
const NEVER_LIMITED = ["protocols"];
const SMALL_BYTES = 12_000;
const GROWTH = 8;
const MOST_TIMES = 20;
const MOST_WORK = GROWTH * 1.3;
/** Noise of a short measurement. */
const NOISE_MS = 60;
const RUNS = 3;
/** Maximum time, in milliseconds, until linking a file reaches the work limit. */
const MOST_LIMITED_MS = 20_000;

const engine = await ParseEngine.create();

function sizeOf(texts: Readonly<Record<string, string>>): number {
  return Object.values(texts).reduce((sum, text) => sum + text.length, 0);
}

/** Number of repetitions at which a family's source has this many bytes. */
function countFor(family: Family, bytes: number): number {
  let [low, high] = [1, bytes];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(family(Math.min(middle, 50_000))) > bytes) high = middle - 1;
    else low = middle;
  }
  return low;
}

interface Cost {
  readonly cpuMs: number;
  /** Steps of linking; `undefined` if a file exceeded the limit. */
  readonly work: number | undefined;
}

function costOf(texts: Readonly<Record<string, string>>): Cost {
  const started = process.cpuUsage();
  const views = Object.entries(texts).map(([path, text]) => {
    const language = findFileKind(path)?.language;
    if (language === undefined) throw new Error(`no source: ${path}`);
    const facts = new FactsPage(extractFacts(engine, { language, text, generated: false }, NO_SECRETS));
    return { path, facts, symbolIds: symbolIdsOf(facts, path) };
  });
  const session = createLinkSession({
    file: (path) => {
      const found = views.findIndex((view) => view.path === path);
      return found < 0 ? undefined : found;
    },
    path: (file) => views[file]?.path ?? "",
    facts: (file) => views[file]?.facts as FactsPage,
    symbolIds: (file) => views[file]?.symbolIds ?? new Uint32Array(0),
    files: () => views.keys(),
    config: () => undefined,
    configs: () => [],
  });
  let work: number | undefined = 0;
  for (const [file, view] of views.entries()) {
    changedLookups(undefined, view);
    try {
      linkFile(session, file);
      if (work !== undefined) work += session.evaluator.recorder.work;
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      work = undefined;
    }
  }
  const { user, system } = process.cpuUsage(started);
  return { cpuMs: (user + system) / 1000, work };
}

/** The least cost of several runs: the first ones compile, others are disturbed. */
function cheapest(texts: Readonly<Record<string, string>>, runs: number): Cost {
  return Array.from({ length: runs }, () => costOf(texts)).reduce((a, b) => (b.cpuMs < a.cpuMs ? b : a));
}

function drawn(): string[] {
  const random = new Random(SEED);
  const rest = Object.keys(FAMILIES).filter((name) => !ONCE_QUADRATIC.includes(name));
  const order = rest.map((name) => ({ name, place: random.next() })).sort((a, b) => a.place - b.place);
  return [...ONCE_QUADRATIC, ...order.slice(0, DRAWN).map(({ name }) => name)];
}

test.each(drawn())("extracting and linking %s takes time and work linear in the file", { timeout: 120_000 }, (name) => {
  const family = FAMILIES[name] as Family;
  const count = countFor(family, SMALL_BYTES);
  const small = cheapest(family(count), RUNS);
  let large = costOf(family(count * GROWTH));
  if (NEVER_LIMITED.includes(name)) expect(large.work).toBeDefined();
  if (large.work === undefined) {
    expect(large.cpuMs, "milliseconds until linking reaches the limit").toBeLessThan(MOST_LIMITED_MS);
    return;
  }
  const most = MOST_TIMES * small.cpuMs + NOISE_MS;
  if (large.cpuMs > most) large = cheapest(family(count * GROWTH), 2);
  expect(large.cpuMs, `milliseconds, after ${small.cpuMs}`).toBeLessThan(most);
  expect(large.work).toBeLessThan(MOST_WORK * (small.work ?? 0) + 2000);
});

test("a docstring of blanks is parsed as fast as one of words", () => {
  const blanks = " ".repeat(1400);
  const text = `def f():\n    """:param${blanks}:${blanks}\u2028"""\n`;
  const words = text.replaceAll(blanks, ` ${"word ".repeat(280)}`);
  expect(cheapest({ "a.py": text }, 2).cpuMs).toBeLessThan(
    MOST_TIMES * cheapest({ "a.py": words }, 2).cpuMs + NOISE_MS,
  );
});

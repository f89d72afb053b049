/**
 * Links between tests and the symbols they test: combines signals, keeps links above the minimum probability, and puts
 * the best test of each file first.
 */
import { addToList, KIND_CODE } from "@sdl/model";
import { packTest } from "../../records/derived.js";
import { type PackedRows, packRows } from "../../records/rows.js";
import { type CodeGraph, NONE } from "../code-graph.js";
import { FileSubjects } from "./file-subjects.js";
import {
  callSignal,
  LEAST_CLAIM,
  nameSignal,
  noisyOr,
  plainName,
  plainTitles,
  SIGNALS,
  subjectOfName,
  subjectOfPath,
  titleSignal,
} from "./signals.js";
import { simpleNameOf, type TestCode, type TestUnit } from "./test-code.js";
import { computeReach, type TestReach } from "./test-reach.js";

/**
 * Maximum number of linked test files per symbol, each with its best test; and of tests in total if there are fewer
 * files.
 */
const MAX_FILES = 24;
const MAX_TESTS = 8;
/** Distance stored for symbols that are linked by name only. */
const DISTANCE_BY_NAME = 4;

interface ScoredLink {
  readonly test: number;
  readonly symbol: number;
  readonly distance: number;
  readonly score: number;
  /** Number of symbols that the test calls. */
  readonly width: number;
}

/** Tests of each symbol, best first; two words each: the test's number, then distance and proximity as encoded in the records. */
export function linkTests(code: CodeGraph, { isTest, units }: TestCode): PackedRows {
  const subjects = new FileSubjects(code, isTest);
  const plain = code.records.map(({ name }) => plainName(name));
  const bySymbol = new Map<number, ScoredLink[]>();
  for (const unit of units) {
    const scorer = new UnitScorer(code, unit, plain, {
      reach: computeReach(code, isTest, unit),
      mirrored: subjects.symbolsOfTestedFiles(code.paths[code.files[unit.symbol] as number] as string),
    });
    for (const link of scorer.findLinks()) if (link.score >= LEAST_CLAIM) addToList(bySymbol, link.symbol, link);
  }
  return packRows(code.symbolCount, packLinks(code, bySymbol));
}

interface UnitContext {
  readonly reach: TestReach;
  /** Symbols of the files that the test's file mirrors. */
  readonly mirrored: ReadonlySet<number>;
}

class UnitScorer {
  private readonly titles: ReadonlySet<string>;
  private readonly subjects: readonly string[];

  constructor(
    private readonly code: CodeGraph,
    private readonly unit: TestUnit,
    private readonly plain: readonly string[],
    private readonly context: UnitContext,
  ) {
    this.titles = plainTitles(unit.titles);
    const path = code.paths[code.files[unit.symbol] as number] as string;
    const own = code.kinds[unit.symbol] === KIND_CODE.module ? "" : subjectOfName(simpleNameOf(code, unit.symbol));
    this.subjects = [own, subjectOfPath(path)];
  }

  findLinks(): ScoredLink[] {
    const { called, referred } = this.context.reach;
    return [...new Set([...called.keys(), ...referred, ...this.namedSymbols()])].map((symbol) => this.makeLink(symbol));
  }

  private makeLink(symbol: number): ScoredLink {
    const { reach, mirrored } = this.context;
    const reached = reach.called.get(symbol);
    const isReferred = reached === undefined && reach.referred.has(symbol);
    const plain = this.plain[symbol] ?? "";
    const score = noisyOr([
      reached === undefined ? 0 : callSignal(reached),
      isReferred ? SIGNALS.import : 0,
      Math.max(...this.subjects.map((subject) => nameSignal(subject, plain))),
      titleSignal(this.titles, plain),
      mirrored.has(symbol) ? SIGNALS.path : 0,
    ]);
    const distance = reached?.distance ?? (isReferred ? 1 : DISTANCE_BY_NAME);
    return { test: this.unit.symbol, symbol, distance, score, width: reach.width };
  }

  /**
   * Symbols of the mirrored files whose name the test has. If several symbols there have the name, only those whose
   * container the test names.
   */
  private namedSymbols(): readonly number[] {
    const { code, titles, plain, subjects } = this;
    const named = [...this.context.mirrored].filter((symbol) => {
      const name = plain[symbol] ?? "";
      return name !== "" && (subjects.includes(name) || titles.has(name)) && !isLocal(code, symbol);
    });
    return named.filter((symbol) => {
      const isOnly = named.every((other) => other === symbol || plain[other] !== plain[symbol]);
      const holder = code.topLevelOf[symbol] as number;
      return isOnly || holder === symbol || titles.has(plain[holder] ?? "");
    });
  }
}

/** Whether a symbol is declared inside a function. */
function isLocal(code: CodeGraph, symbol: number): boolean {
  const container = code.records[symbol]?.container;
  const kind = container === undefined ? undefined : code.kinds[code.numberByHandle[container] ?? NONE];
  return kind === KIND_CODE.function || kind === KIND_CODE.method || kind === KIND_CODE.constructor;
}

function packLinks(
  code: CodeGraph,
  bySymbol: ReadonlyMap<number, readonly ScoredLink[]>,
): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, readonly number[]>();
  for (const [symbol, links] of bySymbol) {
    const words = keptLinks(code, links).flatMap(({ test, distance, score }) =>
      packTest({ test, distance, proximity: score }),
    );
    rows.set(symbol, words);
  }
  return rows;
}

/**
 * Selects the best test of each file, then further tests of the same files up to the limit. Ordered by score, then by
 * fewer called symbols.
 */
function keptLinks(code: CodeGraph, links: readonly ScoredLink[]): readonly ScoredLink[] {
  const sorted = links.toSorted(
    (a, b) => b.score - a.score || a.distance - b.distance || a.width - b.width || a.test - b.test,
  );
  const files = new Set<number>();
  const [best, further]: [ScoredLink[], ScoredLink[]] = [[], []];
  for (const link of sorted) {
    const file = code.files[link.test] as number;
    (files.has(file) ? further : best).push(link);
    files.add(file);
  }
  const kept = new Set([...best.slice(0, MAX_FILES), ...further.slice(0, Math.max(0, MAX_TESTS - best.length))]);
  return sorted.filter((link) => kept.has(link));
}

/** Links between tests and the symbols they exercise: signals combined, normalised per test, the best kept. */
import { addToList, KIND_CODE } from "@sdl/model";
import { packTest } from "../../records/derived.js";
import { packRows, type Rows } from "../../records/rows.js";
import type { CodeGraph } from "../code-graph.js";
import { FileSubjects } from "./file-subjects.js";
import {
  callRarity,
  callSignal,
  nameSignal,
  noisyOr,
  plainName,
  plainTitles,
  SIGNALS,
  subjectOfName,
  subjectOfPath,
  titleSignal,
} from "./signals.js";
import { nameOf, type TestCode, type TestUnit } from "./test-code.js";
import { type Reach, reachOf } from "./test-reach.js";

/** Smallest share of the test's best score, and smallest absolute score, of a link. */
const LEAST_SHARE = 0.4;
const LEAST_SCORE = 0.15;
/** Maximum number of tests stored per symbol. */
const MAX_TESTS = 8;
/** Distance recorded for symbols that are linked by names alone. */
const DISTANCE_BY_NAME = 4;

interface Link {
  readonly test: number;
  readonly symbol: number;
  readonly distance: number;
  readonly score: number;
}

/** Tests of each symbol, best first; two words each: the test's number, then distance and proximity as encoded in the records. */
export function linkTests(code: CodeGraph, { isTest, units }: TestCode): Rows {
  const reaches = units.map((unit) => reachOf(code, isTest, unit));
  const callers = countCallers(reaches);
  const subjects = new FileSubjects(code, isTest);
  const plain = code.records.map(({ name }) => plainName(name));
  const bySymbol = new Map<number, Link[]>();
  units.forEach((unit, i) => {
    const scorer = new UnitScorer(code, unit, plain, {
      reach: reaches[i] as Reach,
      rarity: (symbol) => callRarity(units.length, callers.get(symbol) ?? 1),
      mirrored: subjects.mirroredBy(code.paths[code.files[unit.symbol] as number] as string),
    });
    for (const link of bestLinks(scorer.links())) addToList(bySymbol, link.symbol, link);
  });
  return packRows(code.symbolCount, packLinks(bySymbol));
}

function countCallers(reaches: readonly Reach[]): ReadonlyMap<number, number> {
  const callers = new Map<number, number>();
  for (const { distances } of reaches) {
    for (const symbol of distances.keys()) callers.set(symbol, (callers.get(symbol) ?? 0) + 1);
  }
  return callers;
}

interface UnitContext {
  readonly reach: Reach;
  readonly rarity: (symbol: number) => number;
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
    const own = code.kinds[unit.symbol] === KIND_CODE.module ? "" : subjectOfName(nameOf(code, unit.symbol));
    this.subjects = [own, subjectOfPath(path)];
  }

  links(): Link[] {
    const { reach, mirrored } = this.context;
    const links: Link[] = [];
    const seen = new Set([...reach.distances.keys(), ...reach.imports]);
    for (const symbol of seen) links.push(this.link(symbol));
    for (const symbol of mirrored)
      if (!seen.has(symbol) && this.code.records[symbol]?.exported === true) links.push(this.link(symbol));
    return links;
  }

  private link(symbol: number): Link {
    const { reach, rarity, mirrored } = this.context;
    const distance = reach.distances.get(symbol);
    const isImported = reach.imports.has(symbol);
    const plain = this.plain[symbol] ?? "";
    const score = noisyOr([
      distance === undefined ? 0 : callSignal(distance, rarity(symbol)),
      isImported ? SIGNALS.import * rarity(symbol) : 0,
      Math.max(...this.subjects.map((subject) => nameSignal(subject, plain))),
      titleSignal(this.titles, plain),
      mirrored.has(symbol) ? SIGNALS.path : 0,
    ]);
    return { test: this.unit.symbol, symbol, distance: distance ?? (isImported ? 1 : DISTANCE_BY_NAME), score };
  }
}

function bestLinks(links: readonly Link[]): readonly Link[] {
  const top = links.reduce((most, { score }) => Math.max(most, score), 0);
  return links.filter(({ score }) => score >= LEAST_SCORE && score >= LEAST_SHARE * top);
}

function packLinks(bySymbol: ReadonlyMap<number, readonly Link[]>): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, readonly number[]>();
  for (const [symbol, links] of bySymbol) {
    const sorted = links.toSorted((a, b) => b.score - a.score || a.distance - b.distance || a.test - b.test);
    const words = sorted
      .slice(0, MAX_TESTS)
      .flatMap(({ test, distance, score }) => packTest({ test, distance, proximity: score }));
    rows.set(symbol, words);
  }
  return rows;
}

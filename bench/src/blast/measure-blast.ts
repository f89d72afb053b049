/** Measures the blast radius of planted signature breaks against what the compiler reports as broken. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BlastEntry, deltaSide } from "@sdl/delta";
import { computeDescribedDelta, openRepository, type Repository } from "@sdl/engine";
import type { SymbolId } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import { innermostSymbol } from "@sdl/slice";
import { isProductCode } from "../corpora/product-code.js";
import { copyCorpus, withStore } from "../product/cold.js";
import { randomNumbers } from "../statistics/random.js";
import { CachingChecker } from "./caching-checker.js";
import type { Checker, Spot } from "./checker.js";
import { Compiler } from "./compiler.js";
import { PLANT_KINDS, type Plant } from "./plants.js";
import { PyrightChecker } from "./pyright-checker.js";

/** A planted break, and how well the blast radius covers it. */
export interface JudgedPlant {
  readonly corpus: string;
  readonly plant: Plant;
  /** Number of symbols with new problems, without the planted one. */
  readonly broken: number;
  /** Number of broken symbols that are in the blast radius within three steps. */
  readonly found: number;
  readonly missed: readonly string[];
  /**
   * Number of entries among the first ten, and number of these entries that are broken or refer to the planted symbol.
   */
  readonly first: number;
  readonly precise: number;
  readonly wrong: readonly string[];
}

const MAX_HOPS = 3;
const FIRST = 10;
/** Plants that break nothing are useless, and each costs a check of the project. */
const DRAWS_PER_PLANT = 5;

/** Number of plants, seed, and time limit. */
export interface BlastOptions {
  readonly plants: number;
  readonly seed: number;
  /** After this many seconds no further plant is tried. */
  readonly maxSeconds: number;
}

/** Plants breaks in a copy of a corpus and judges each blast radius. @param root the corpus's folder */
export function measureBlast(corpus: string, root: string, options: BlastOptions): Promise<JudgedPlant[]> {
  return withStore(async (place) => {
    const copy = copyCorpus(root, place);
    const open = (store: string): Promise<Repository> =>
      openRepository({ rootPath: copy, repoId: corpus, storeDirectory: join(place.folder, store) });
    const [base, edited] = [await open("base"), await open("edited")];
    try {
      await base.refresh({ mode: "full" });
      await edited.refresh({ mode: "full" });
      const before = base.snapshot();
      const checker = startChecker(copy, before.files());
      try {
        return await plantAll({ corpus, root: copy, before, edited, checker }, options);
      } finally {
        checker.close();
      }
    } finally {
      await base.close();
      await edited.close();
    }
  });
}

/** The checker of the language that most files are in. */
function startChecker(root: string, files: readonly string[]): Checker {
  const [typescript, python] = [/\.tsx?$/, /\.pyi?$/].map((ending) => files.filter((file) => ending.test(file)));
  if (typescript === undefined || python === undefined) throw new Error("two languages are known");
  const checker =
    typescript.length >= python.length ? new Compiler(root, typescript) : new PyrightChecker(root, python);
  return new CachingChecker(checker);
}

/** A project into which breaks are planted one at a time. */
interface PlantedProject {
  readonly corpus: string;
  readonly root: string;
  /** Graph of the project without a planted break. */
  readonly before: ReturnType<Repository["snapshot"]>;
  readonly edited: Repository;
  readonly checker: Checker;
}

async function plantAll(project: PlantedProject, { plants, seed, maxSeconds }: BlastOptions): Promise<JudgedPlant[]> {
  const endMs = performance.now() + 1000 * maxSeconds;
  const judged: JudgedPlant[] = [];
  const draws = drawPlants(project.checker, seed).slice(0, plants * DRAWS_PER_PLANT);
  for (const plant of draws) {
    if (judged.length >= plants || performance.now() > endMs) break;
    const one = await plantOne(project, plant);
    if (one !== undefined) judged.push(one);
  }
  return judged;
}

/** Plants one break. @returns `undefined` if it breaks only itself */
async function plantOne(
  { corpus, root, before, edited, checker }: PlantedProject,
  plant: Plant,
): Promise<JudgedPlant | undefined> {
  const { broken, references } = await checker.judge(plant);
  if (broken.length === 0) return undefined;
  const path = join(root, plant.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, plant.text);
  await edited.refresh({ mode: "incremental" });
  const after = edited.snapshot();
  const { changes, blast } = computeDescribedDelta(deltaSide(before), deltaSide(after));
  const changed = new Set(changes.flatMap((change) => change.after ?? []));
  const judged = judgeBlast({ corpus, plant, graph: after, changed, blast }, broken, references);
  writeFileSync(path, text);
  await edited.refresh({ mode: "incremental" });
  return judged;
}

/**
 * Draws plants of all kinds in turn, in a seeded order; skips names that are mentioned nowhere else, because a break of
 * them breaks nothing.
 */
function drawPlants(checker: Checker, seed: number): Plant[] {
  const { files } = checker;
  const random = randomNumbers(seed);
  const words = new Map<string, number>();
  for (const file of files) {
    for (const word of checker.text(file).match(/[\w$]+/g) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const byKind = PLANT_KINDS.map((kind) => {
    const all = files.flatMap((file) => (isProductCode(file) ? checker.plants(file, kind) : []));
    return shuffled(
      all.filter(({ name }) => (words.get(name) ?? 0) > 1),
      random,
    );
  });
  const most = Math.max(...byKind.map(({ length }) => length));
  return Array.from({ length: most }, (_, i) => byKind.flatMap((list) => list[i] ?? [])).flat();
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

/** Whether a symbol is one of the changed ones, or nested in a changed function. */
function isInside(graph: SymbolGraph, symbol: number, changed: ReadonlySet<number>): boolean {
  if (changed.has(symbol)) return true;
  for (let at = graph.symbol(symbol).container; at !== undefined; at = graph.symbol(at).container) {
    if (changed.has(at) && (graph.kindOf(at) === "function" || graph.kindOf(at) === "method")) return true;
  }
  return false;
}

interface PlantEffects {
  readonly corpus: string;
  readonly plant: Plant;
  readonly graph: SymbolGraph;
  /** Handles of changed symbols. */
  readonly changed: ReadonlySet<number>;
  readonly blast: readonly BlastEntry[];
}

/** @returns `undefined` if only the planted symbol is broken */
function judgeBlast(
  { corpus, plant, graph, changed, blast }: PlantEffects,
  broken: readonly Spot[],
  references: readonly Spot[],
): JudgedPlant | undefined {
  const symbolsAt = (spots: readonly Spot[]): Set<SymbolId> => {
    const found = spots.flatMap(({ file, line }) => {
      const handle = innermostSymbol(graph, file, line);
      return handle === undefined || isInside(graph, handle, changed) ? [] : [graph.symbol(handle).id];
    });
    return new Set(found);
  };
  const truth = symbolsAt(broken);
  if (truth.size === 0) return undefined;
  const referring = symbolsAt(references);
  const near = new Set(
    blast.filter(({ distance }) => distance <= MAX_HOPS).map(({ symbol }) => graph.symbol(symbol).id),
  );
  const first = blast.slice(0, FIRST).map((entry) => ({ entry, id: graph.symbol(entry.symbol).id }));
  const isPrecise = (id: SymbolId): boolean => truth.has(id) || referring.has(id);
  const nameOf = (id: SymbolId): string => {
    const { file, qualifiedName, line } = graph.symbol(graph.findSymbol(id) as number);
    return `${file}:${line} ${qualifiedName}`;
  };
  return {
    corpus,
    plant,
    broken: truth.size,
    found: [...truth].filter((id) => near.has(id)).length,
    missed: [...truth].filter((id) => !near.has(id)).map(nameOf),
    first: first.length,
    precise: first.filter(({ id }) => isPrecise(id)).length,
    wrong: first.filter(({ id }) => !isPrecise(id)).map(({ entry, id }) => `${nameOf(id)} (${entry.reason})`),
  };
}

/** The blast radius of planted signature breaks, judged by what the compiler says is broken. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deltaOf, openWorkspace, type Workspace } from "@sdl/engine";
import { type BlastEntry, deltaSide } from "@sdl/graph/delta";
import type { SymbolGraph, SymbolId } from "@sdl/model";
import { innermostSymbol } from "@sdl/slice";
import { copyCorpus, withStore } from "../product/cold.js";
import { randomNumbers } from "../product/random.js";
import { Compiler, type Spot } from "./compiler.js";
import { PLANT_KINDS, type Plant, plantsIn } from "./plants.js";

/** A planted break, and how the blast radius met it. */
export interface Judged {
  readonly corpus: string;
  readonly plant: Plant;
  /** Symbols with new problems, the planted one left out. */
  readonly broken: number;
  /** Of them, in the blast radius within three steps. */
  readonly found: number;
  readonly missed: readonly string[];
  /** Entries among the first ten, and those of them that are broken or refer to the symbol. */
  readonly first: number;
  readonly precise: number;
  readonly wrong: readonly string[];
}

const MAX_HOPS = 3;
const FIRST = 10;
/** Plants that break nothing are drawn in vain, and each costs a check of the project. */
const DRAWS_PER_PLANT = 5;
const TEST_FILE = /(^|\/)(tests?|spec|__tests__|examples?|benchmarks?)\/|\.(test|spec|test-d|bench)\.tsx?$/;

export interface BlastOptions {
  readonly plants: number;
  readonly seed: number;
  /** No plant is begun after so long. */
  readonly maxSeconds: number;
}

export function measureBlast(corpus: string, root: string, options: BlastOptions): Promise<Judged[]> {
  return withStore(async (place) => {
    const copy = copyCorpus(root, place);
    const open = (store: string): Promise<Workspace> =>
      openWorkspace({ rootPath: copy, repoId: corpus, storeDirectory: join(place.folder, store) });
    const [base, edited] = [await open("base"), await open("edited")];
    try {
      await base.refresh({ mode: "full" });
      await edited.refresh({ mode: "full" });
      const before = base.snapshot();
      const files = before.files().filter((file) => /\.tsx?$/.test(file));
      const garden: Garden = { corpus, root: copy, before, edited, compiler: new Compiler(copy, files) };
      const judged = await plantAll(garden, options);
      before.close();
      return judged;
    } finally {
      await base.close();
      await edited.close();
    }
  });
}

/** A project that breaks are planted into, one at a time. */
interface Garden {
  readonly corpus: string;
  readonly root: string;
  /** Of the project as it is. */
  readonly before: ReturnType<Workspace["snapshot"]>;
  readonly edited: Workspace;
  readonly compiler: Compiler;
}

async function plantAll(garden: Garden, { plants, seed, maxSeconds }: BlastOptions): Promise<Judged[]> {
  const endMs = performance.now() + 1000 * maxSeconds;
  const judged: Judged[] = [];
  const draws = drawPlants(garden.compiler, garden.compiler.files, seed).slice(0, plants * DRAWS_PER_PLANT);
  for (const plant of draws) {
    if (judged.length >= plants || performance.now() > endMs) break;
    const one = await plantOne(garden, plant);
    if (one !== undefined) judged.push(one);
  }
  return judged;
}

/** @returns `undefined` when it breaks nothing but itself */
async function plantOne({ corpus, root, before, edited, compiler }: Garden, plant: Plant): Promise<Judged | undefined> {
  const references = compiler.references(plant.file, plant.position);
  // What only its declaration names breaks nothing, and asking costs a check of the project.
  const broken = references.length > 1 ? compiler.problemsWith(plant.file, plant.text) : [];
  if (broken.length === 0) return undefined;
  const path = join(root, plant.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, plant.text);
  await edited.refresh({ mode: "incremental" });
  const after = edited.snapshot();
  const { changes, blast } = await deltaOf(deltaSide(before), deltaSide(after));
  const changed = new Set(changes.flatMap((change) => change.after ?? []));
  const judged = judge({ corpus, plant, graph: after, changed, blast }, broken, references);
  after.close();
  writeFileSync(path, text);
  await edited.refresh({ mode: "incremental" });
  return judged;
}

/** Of all kinds in turn, in a seeded order; names that nothing else mentions break nothing. */
function drawPlants(compiler: Compiler, files: readonly string[], seed: number): Plant[] {
  const random = randomNumbers(seed);
  const words = new Map<string, number>();
  for (const file of files) {
    for (const word of compiler.text(file).match(/[\w$]+/g) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const byKind = PLANT_KINDS.map((kind) => {
    const all = files.flatMap((file) => {
      const source = TEST_FILE.test(file) ? undefined : compiler.source(file);
      return source === undefined ? [] : plantsIn(source, file, kind);
    });
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

interface Reached {
  readonly corpus: string;
  readonly plant: Plant;
  readonly graph: SymbolGraph;
  /** Handles of what changed. */
  readonly changed: ReadonlySet<number>;
  readonly blast: readonly BlastEntry[];
}

/** @returns `undefined` when nothing but the planted symbol is broken */
function judge(
  { corpus, plant, graph, changed, blast }: Reached,
  broken: readonly Spot[],
  references: readonly Spot[],
): Judged | undefined {
  const symbolsAt = (spots: readonly Spot[]): Set<SymbolId> => {
    const found = spots.flatMap(({ file, line }) => {
      const handle = innermostSymbol(graph, file, line);
      return handle === undefined || changed.has(handle) ? [] : [graph.symbol(handle).id];
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

/**
 * Risk scores of three kinds of edits with a known order: a break of an export with many dependents, a changed body of
 * a tested leaf, and a comment.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deltaSide, type RatedChange, riskParts, riskScore } from "@sdl/delta";
import { computeDescribedDelta, type Repository } from "@sdl/engine";
import { ParseEngine } from "@sdl/indexer";
import type { SymbolHandle } from "@sdl/model";
import type { GrammarLanguage } from "@sdl/model/facts";
import type { DerivedLayers, SymbolGraph } from "@sdl/model/graph";
import ts from "@typescript/typescript6";
import { type Plant, plantsIn } from "../blast/plants.js";
import { pythonPlants, readFunctions } from "../blast/python-plants.js";
import { isProductCode } from "../corpora/product-code.js";
import { insertCall } from "../product/edits.js";
import { randomNumbers } from "../statistics/random.js";
import type { Checkouts } from "./checkouts.js";

/** Scores by kind of edit. */
export interface PlantedScores {
  /** Another required parameter or result type, of exports with many dependents. */
  readonly breaks: readonly Scored[];
  /** Another line in the body of tested symbols that only tests refer to. */
  readonly bodies: readonly Scored[];
  /** Comments in as many files. */
  readonly comments: readonly Scored[];
}

interface Scored {
  readonly name: string;
  readonly score: number;
}

const LEAST_DEPENDENTS = 10;
const SIGNATURE_BREAKS = ["parameter", "returns"] as const;

/** Plants edits and scores them. @param count of each kind, at most */
export async function scorePlanted(checkouts: Checkouts, commit: string, count: number): Promise<PlantedScores> {
  const { base, edited, root } = await checkouts.twice(commit);
  const before = base.snapshot();
  const layers = before.derived();
  if (layers === undefined) throw new Error("no layers were derived");
  const project: PlantedProject = { before, layers, edited, root, engine: await ParseEngine.create() };
  return {
    breaks: await scoreEach(project, breaksIn(project), count),
    bodies: await scoreEach(project, bodyEdits(project), count),
    comments: await scoreEach(project, commentsIn(project), count),
  };
}

interface PlantedProject {
  readonly before: SymbolGraph & ReturnType<Repository["snapshot"]>;
  readonly layers: DerivedLayers;
  readonly edited: Repository;
  readonly root: string;
  readonly engine: ParseEngine;
}

/** An edited file, and the only symbol that the edit should change; `undefined` if none. */
interface Edit {
  readonly file: string;
  readonly text: string;
  readonly symbol: SymbolHandle | undefined;
}

async function scoreEach(project: PlantedProject, edits: Iterable<Edit>, count: number): Promise<Scored[]> {
  const scored: Scored[] = [];
  for (const edit of edits) {
    if (scored.length >= count) break;
    const one = await scoreEdit(project, edit);
    if (one !== undefined) scored.push(one);
  }
  return scored;
}

/** @returns `undefined` if the edit changed anything else */
async function scoreEdit(project: PlantedProject, { file, text, symbol }: Edit): Promise<Scored | undefined> {
  const { before, layers, edited, root } = project;
  const path = join(root, file);
  const original = readFileSync(path);
  writeFileSync(path, text);
  await edited.refresh({ mode: "incremental" });
  await edited.settle();
  const after = edited.snapshot();
  try {
    const delta = computeDescribedDelta(deltaSide(before, layers), deltaSide(after, after.derived()));
    const isMeant = symbol === undefined || isOnly(delta.changes, symbol);
    const name = symbol === undefined ? file : `${file} ${before.symbol(symbol).qualifiedName}`;
    return isMeant ? { name, score: riskScore(riskParts(delta)) } : undefined;
  } finally {
    writeFileSync(path, original);
    await edited.refresh({ mode: "incremental" });
  }
}

function isOnly(changes: readonly RatedChange[], symbol: SymbolHandle): boolean {
  return changes.length === 1 && changes[0]?.before === symbol && changes[0].after !== undefined;
}

function* breaksIn(project: PlantedProject): Iterable<Edit> {
  const { before } = project;
  for (const { file, position, text } of shuffled(plants(project))) {
    const line = readFileSync(join(project.root, file), "utf8").slice(0, position).split("\n").length;
    const symbol = before.fileSymbols(file).find((one) => before.symbol(one).line === line && isFunction(before, one));
    if (symbol === undefined || !before.symbol(symbol).exported) continue;
    if (dependents(before, symbol).product.length >= LEAST_DEPENDENTS) yield { file, text, symbol };
  }
}

function plants({ before, root }: PlantedProject): Plant[] {
  const files = before.files().filter(isProduct);
  const functions = readFunctions(
    root,
    files.filter((file) => file.endsWith(".py")),
  );
  return files.flatMap((file) => {
    const known = functions.get(file);
    if (known !== undefined) return SIGNATURE_BREAKS.flatMap((kind) => pythonPlants(root, file, known, kind));
    if (!/\.tsx?$/.test(file)) return [];
    const text = readFileSync(join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return SIGNATURE_BREAKS.flatMap((kind) => plantsIn(source, file, kind));
  });
}

function* bodyEdits({ before, layers, root, engine }: PlantedProject): Iterable<Edit> {
  const symbols = before
    .files()
    .filter(isProduct)
    .flatMap((file) => [...before.fileSymbols(file)]);
  for (const symbol of shuffled(symbols)) {
    if (!isFunction(before, symbol) || layers.testsOf(symbol).length === 0) continue;
    const { product, tests } = dependents(before, symbol);
    if (product.length > 0 || tests.length === 0) continue;
    const { file, line } = before.symbol(symbol);
    const text = readFileSync(join(root, file), "utf8");
    const start = text.split("\n").slice(0, line).join("\n").length;
    const language = languageOf(file);
    if (language === undefined) continue;
    yield { file, text: insertCall(engine, language, text, { call: "edited(1)", near: start / text.length }), symbol };
  }
}

function* commentsIn({ before, root }: PlantedProject): Iterable<Edit> {
  for (const file of shuffled(before.files().filter(isProduct))) {
    const text = readFileSync(join(root, file), "utf8");
    const comment = file.endsWith(".py") ? "# a comment" : "// a comment";
    yield { file, text: `${comment}\n${text}\n${comment}\n`, symbol: undefined };
  }
}

function languageOf(file: string): GrammarLanguage | undefined {
  if (file.endsWith(".py")) return "python";
  if (file.endsWith(".tsx")) return "tsx";
  return file.endsWith(".ts") ? "typescript" : undefined;
}

function isFunction(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const kind = graph.kindOf(symbol);
  return kind === "function" || kind === "method";
}

function isProduct(file: string): boolean {
  return /\.(?:tsx?|py)$/.test(file) && isProductCode(file);
}

/** Referring symbols, in test code and elsewhere. */
function dependents(graph: SymbolGraph, symbol: SymbolHandle): Record<"product" | "tests", SymbolHandle[]> {
  const { start, length, shared } = graph.incoming(symbol);
  const from = new Set<SymbolHandle>();
  for (let i = start; i < start + length; i++) from.add(shared.symbols[i] as SymbolHandle);
  from.delete(symbol);
  const product = [...from].filter((one) => isProduct(graph.fileOf(one)));
  return { product, tests: [...from].filter((one) => !isProduct(graph.fileOf(one))) };
}

function shuffled<T>(items: readonly T[]): T[] {
  const random = randomNumbers(20_261_122);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

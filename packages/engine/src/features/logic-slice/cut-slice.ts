/** Levels 1, 2 and 4 of logic slices: the dependency closure in breadth-first order, cut at the token budget. */
import { largestWhere, type SymbolHandle } from "@sdl/model";
import { CUT, fitsBudget, type LogicMaterial, type LogicSlice, makeEmptySlice } from "./logic-material.js";
import { firstLines, type SourcedSymbol } from "./sourced-symbol.js";

/** Limits of a level. */
interface LevelReach {
  /** Maximum number of edges from the root; 0: only the root. */
  readonly maxDepth: number;
  readonly rootLines: number;
}

/** @returns the longest prefix of the closure that keeps the budget; if even one line of the root exceeds the budget, that line */
export async function cutSlice(material: LogicMaterial, { maxDepth, rootLines }: LevelReach): Promise<LogicSlice> {
  const { logic, level } = material;
  const wanted = firstLines(await material.bodies.read(material.root), rootLines);
  const root = fitRoot(material, wanted, maxDepth);
  const { symbols, dependencies, isCut } = await readClosure(material, root, {
    maxDepth: root === wanted ? maxDepth : -1,
  });
  const write = (count: number, cut: boolean): LogicSlice => ({
    ...makeEmptySlice(root, level),
    dependencies: dependencies.slice(0, count),
    edges: logic.edgesAmong(symbols.slice(0, count + 1)),
    ...(cut ? { truncation: CUT } : {}),
  });
  const whole = write(dependencies.length, isCut);
  if (dependencies.length === 0 || fitsBudget(material, whole)) return whole;
  return write(
    largestWhere(0, dependencies.length - 1, (count) => fitsBudget(material, write(count, true))),
    true,
  );
}

interface DependencyClosure {
  /** The root first. */
  readonly symbols: readonly SymbolHandle[];
  readonly dependencies: readonly SourcedSymbol[];
  /** Whether the closure has more symbols than fit. */
  readonly isCut: boolean;
}

/** Reads dependencies as long as the sum of their texts' tokens keeps the budget. @param maxDepth -1 if the root itself is cut */
async function readClosure(
  { root: handle, logic, bodies, countTokens, maxTokens }: LogicMaterial,
  root: SourcedSymbol,
  { maxDepth }: { readonly maxDepth: number },
): Promise<DependencyClosure> {
  if (maxDepth < 0) return { symbols: [], dependencies: [], isCut: true };
  const symbols = [handle];
  const dependencies: SourcedSymbol[] = [];
  let tokens = countTokens(root.source ?? "");
  for (const { symbol, depth } of logic.walk(maxDepth)) {
    if (depth === 0) continue;
    const entry = await bodies.readDependency(symbol);
    tokens += countTokens(entry.source ?? "");
    if (tokens > maxTokens) return { symbols, dependencies, isCut: true };
    symbols.push(symbol);
    dependencies.push(entry);
  }
  return { symbols, dependencies, isCut: false };
}

/** As many first lines of the root as fit without any dependency, at least one. Returns the same object if all lines fit. */
function fitRoot(material: LogicMaterial, root: SourcedSymbol, maxDepth: number): SourcedSymbol {
  // If the level has dependencies, reserves room for the field that says that they are cut.
  const said = (one: SourcedSymbol) => (one === root && maxDepth === 0 ? {} : { truncation: CUT });
  const isKept = (one: SourcedSymbol) => fitsBudget(material, { ...makeEmptySlice(one, material.level), ...said(one) });
  if (isKept(root)) return root;
  const lines = root.source?.split("\n").length ?? 1;
  return firstLines(
    root,
    largestWhere(1, lines, (count) => isKept(firstLines(root, count))),
  );
}

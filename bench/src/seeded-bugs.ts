/**
 * `node bench/dist/seeded-bugs.js CLONE… [--cases N]`: measures whether a slice of a stack trace or a failing test
 * contains the faulty function. Traces follow real call edges, in the format of each language's runtime, from another
 * machine and partly from an older checkout; failing tests are test files whose fault is somewhere down their calls.
 * Seeded: every run asks the same.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openRepository } from "@sdl/engine";
import type { LedgerSnapshot } from "@sdl/graph";
import type { SymbolHandle } from "@sdl/model";
import { buildSlice, loadTokenCounter, type SliceBuildRequest } from "@sdl/slice";
import { Clone, WorkTree } from "./replay/git.js";
import { type BugCase, failingTests, traceCases } from "./replay/seeded-cases.js";

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: "string", default: "10" }, misses: { type: "boolean", default: false } },
});
if (positionals.length === 0) throw new Error("name clones: node bench/dist/seeded-bugs.js CLONE…");
const countTokens = await loadTokenCounter();
const totals = new Map<string, { found: number; asked: number }>();
for (const clone of positionals) await measureClone(resolve(clone));
for (const [form, { found, asked }] of [...totals].sort()) {
  console.log(`${form.padEnd(36)} ${found} of ${asked}: ${((100 * found) / asked).toFixed(1)} %`);
}
process.exit(0);

async function measureClone(clone: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-bugs-"));
  const tree = new WorkTree(new Clone(clone), folder);
  tree.checkOut("HEAD");
  const repository = await openRepository({
    rootPath: tree.root,
    repoId: "bugs",
    storeDirectory: join(folder, "store"),
  });
  try {
    await repository.refresh({ mode: "incremental" });
    await repository.settle();
    const graph = repository.snapshot();
    const count = Number(options.cases);
    const name = basename(clone) === "repo" ? basename(dirname(clone)) : basename(clone);
    for (const bug of [...traceCases(graph, count), ...failingTests(graph, count)]) judgeCase(name, graph, bug);
  } finally {
    await repository.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judgeCase(name: string, graph: LedgerSnapshot, { form, request, fault, note }: BugCase): void {
  const isFound = symbolsWithCard(graph, request).has(fault);
  for (const key of [form.split(",")[0] ?? form, form]) {
    const total = totals.get(key) ?? { found: 0, asked: 0 };
    totals.set(key, { found: total.found + Number(isFound), asked: total.asked + 1 });
  }
  if (isFound || !options.misses) return;
  const { file, qualifiedName } = graph.symbol(fault);
  console.log(`${name}: ${form}: ${file}#${qualifiedName} is missing\n${note}`);
}

/** Symbols with a card at detail `signature` or richer, in a slice of the default budget. */
function symbolsWithCard(graph: LedgerSnapshot, request: SliceBuildRequest): Set<SymbolHandle> {
  const { slice } = buildSlice(graph, request, { countTokens, derived: graph.derived() });
  const rich = slice.cards.filter(({ detailLevel }) => detailLevel !== "minimal");
  return new Set(rich.flatMap(({ symbolId }) => graph.findSymbol(symbolId) ?? []));
}

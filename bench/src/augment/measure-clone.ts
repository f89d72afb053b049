/** Searches for names of symbols that commits of a clone changed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRepository, type Repository } from "@sdl/engine";
import type { CountTokens } from "@sdl/slice";
import { prepareTree } from "../replay/checkout.js";
import { findTaskCommits } from "../replay/commits.js";
import { Clone, WorkTree } from "../replay/git.js";
import { touchedSymbols } from "../replay/gold.js";
import { type Measured, measureSearch } from "./measure-search.js";

export type { Measured } from "./measure-search.js";

/** Limit per commit, so that no commit dominates the figures. */
const NAMES_PER_COMMIT = 5;

/** What is searched for, and how its answers are counted. */
export interface SearchPlan {
  /** Number of searches; fewer are made if the clone's commits change fewer names. */
  readonly wanted: number;
  /** The newest commit. Default: the clone's HEAD. */
  readonly from?: string | undefined;
  readonly countTokens: CountTokens;
}

/** Measures searches on one clone. */
export async function measureClone(clonePath: string, { wanted, from, countTokens }: SearchPlan): Promise<Measured[]> {
  const clone = new Clone(clonePath);
  const folder = mkdtempSync(join(tmpdir(), "sdl-augment-"));
  const tree = new WorkTree(clone, folder);
  const rootPath = prepareTree(clone, tree);
  const repository = await openRepository({ rootPath, repoId: "augment" });
  const measured: Measured[] = [];
  const seen = new Set<string>();
  try {
    for (const task of findTaskCommits(clone, wanted, from)) {
      if (measured.length >= wanted) break;
      tree.checkOut(task.parent);
      writeFileSync(join(rootPath, ".git/HEAD"), `${task.parent}\n`);
      const names = await changedNames(repository, () => touchedSymbols(clone, repository.snapshot(), task));
      const fresh = names.filter((name) => !seen.has(name)).slice(0, NAMES_PER_COMMIT);
      for (const name of fresh) {
        seen.add(name);
        measured.push(measureSearch(rootPath, join(folder, "home"), name, countTokens));
      }
    }
  } finally {
    await repository.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return measured.slice(0, wanted);
}

async function changedNames(repository: Repository, changed: () => readonly number[]): Promise<string[]> {
  await repository.refresh({ mode: "incremental" });
  await repository.settle();
  const graph = repository.snapshot();
  const names = changed().map((symbol) => graph.symbol(symbol).name);
  return [...new Set(names)].filter((name) => /^\w{3,}$/.test(name));
}

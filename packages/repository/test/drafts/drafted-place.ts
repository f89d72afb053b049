/** Test setup for drafts: a repository in a temporary folder, an editor that pushes to it, and a graph's content as text. */
import type { LedgerSnapshot } from "@sdl/graph";
import { EDGE_KINDS, type SymbolHandle } from "@sdl/model";
import { onTestFinished } from "vitest";
import type { DraftPush, DraftPushed } from "../../src/drafts/draft-request.js";
import type { ProgramFault } from "../../src/machine/program-log.js";
import { openRepository } from "../../src/opened/open-repository.js";
import type { Repository, RepositoryOptions } from "../../src/opened/repository.js";
import { makePlace, writeFiles } from "../../src/testing/index.js";

/** A repository and its folders. */
export interface DraftedPlace {
  readonly root: string;
  readonly store: string;
  readonly repository: Repository;
  /** Faults of the program that the repository reported. */
  readonly faults: ProgramFault[];
}

/** Creates and indexes files; removed when the test ends. */
export async function draftedPlace(
  files: Readonly<Record<string, string>>,
  options: Partial<RepositoryOptions> = {},
): Promise<DraftedPlace> {
  const place = makePlace("drafted");
  writeFiles(place.root, files);
  const store = `${place.folder}/store`;
  onTestFinished(() => place.remove());
  const opened = await openDrafted({ root: place.root, store }, options);
  await opened.repository.refresh({ mode: "incremental" });
  return opened;
}

/** Opens the repository; closed when the test ends. */
export async function openDrafted(
  { root, store }: Pick<DraftedPlace, "root" | "store">,
  options: Partial<RepositoryOptions> = {},
): Promise<DraftedPlace> {
  const faults: ProgramFault[] = [];
  const onFault = (fault: ProgramFault) => faults.push(fault);
  const fixed = { rootPath: root, repoId: "drafted", storeDirectory: store, workers: 1, onFault };
  const repository = await openRepository({ ...fixed, ...options });
  onTestFinished(() => repository.close());
  return { root, store, repository, faults };
}

/** An editor that counts versions per file. */
export class Editor {
  private readonly versions = new Map<string, number>();

  constructor(
    private readonly repository: Repository,
    readonly source = "editor",
  ) {}

  /** Pushes a change of the buffer, or the event in `more`. */
  push(filePath: string, content: string, more: Partial<DraftPush> = {}): Promise<DraftPushed> {
    const version = more.version ?? (this.versions.get(filePath) ?? 0) + 1;
    this.versions.set(filePath, version);
    return this.repository.drafts.push({
      ...{ event: "change", filePath, content, version, isDirty: true, timestampMs: Date.now(), source: this.source },
      ...more,
    });
  }

  close(filePath: string): Promise<DraftPushed> {
    return this.push(filePath, "", { event: "close", isDirty: false });
  }
}

/** The latest version with the drafts on top, once all texts are parsed. @throws {Error} if no draft counts */
export async function draftedGraph(repository: Repository): Promise<LedgerSnapshot> {
  await repository.drafts.checkpoint();
  const state = await repository.drafted();
  if (state === undefined) throw new Error("no draft counts");
  return state.graph;
}

/** Symbols of a file with their start lines, without the module. */
export function symbolsIn(graph: LedgerSnapshot, path: string): string[] {
  return graph.fileSymbols(path).flatMap((handle) => {
    const { kind, qualifiedName, line } = graph.symbol(handle);
    return kind === "module" ? [] : [`${qualifiedName}:${line}`];
  });
}

/** Links to or from a symbol, as `kind file#name`. @param name `file#name` */
export function linksOf(graph: LedgerSnapshot, name: string, side: "outgoing" | "incoming"): string[] {
  const [path = ""] = name.split("#");
  const [handle, ...more] = graph
    .fileSymbols(path)
    .filter((found) => graph.kindOf(found) !== "module" && placeOf(graph, found) === name);
  if (handle === undefined || more.length > 0) throw new Error(`not one symbol ${name}`);
  const { symbols, kinds } = graph[side](handle);
  return Array.from(symbols, (symbol, i) => `${EDGE_KINDS[kinds[i] as number]} ${placeOf(graph, symbol)}`).sort();
}

function placeOf(graph: LedgerSnapshot, handle: SymbolHandle): string {
  return `${graph.fileOf(handle)}#${graph.symbol(handle).name}`;
}

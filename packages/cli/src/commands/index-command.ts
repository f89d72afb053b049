/** `sdl index [PATH]`: registers a repository and brings its index up to date. */
import { resolve } from "node:path";
import { indexRefresh, skipClassOf } from "@sdl/engine";
import { createProgressView, formatDuration } from "../render/progress.js";
import { contextOf, impliedRoot, type Session } from "../session.js";
import type { Style } from "../terminal.js";
import { writeAnswer } from "./write-answer.js";

export interface IndexOptions {
  readonly full?: boolean;
  readonly id?: string;
  readonly ignore?: readonly string[];
  readonly verbose?: boolean;
  /** Seconds to wait for another process that indexes the repository. */
  readonly wait?: number;
  /** False leaves clusters, test links and processes to the next process that stays. */
  readonly settle?: boolean;
}

type Refreshed = Awaited<ReturnType<typeof indexRefresh.execute>>;

export async function indexCommand(session: Session, path: string | undefined, options: IndexOptions): Promise<void> {
  const repoId = await registerRepository(session, path, options);
  const answer = await refreshWithProgress(session, repoId, options);
  writeAnswer(session, answer, () => renderRefresh(answer, session.terminal.style, options.verbose === true));
  if (options.settle !== false) await session.engine.guard(() => settle(session, repoId));
}

/** The index can be queried already, and its answer is out: what is derived from it follows, and what a sentence model reads of it. */
async function settle({ engine, terminal }: Session, repoId: string): Promise<void> {
  const repository = await engine.open(engine.resolve(repoId));
  const view = createProgressView(terminal, () => performance.now());
  try {
    await repository.settle((progress) => view.update({ phase: "embed", ...progress, doneBytes: 0, totalBytes: 0 }));
  } finally {
    view.end();
  }
  const missing = repository.derivationFault();
  if (missing !== undefined) {
    terminal.err(
      `Clusters, links of tests and processes could not be derived: ${missing}; see ${engine.log.path ?? "the log"}\n`,
    );
  }
  const { fault } = repository.embeddings() ?? {};
  if (fault !== undefined) terminal.err(`Symbols are not embedded: ${fault}\n`);
}

/** @returns its repoId */
export async function registerRepository(
  session: Session,
  path: string | undefined,
  options: IndexOptions,
): Promise<string> {
  const { engine, options: globals } = session;
  if (
    path === undefined &&
    globals.repo !== undefined &&
    engine.registry.list().some(({ repoId }) => repoId === globals.repo)
  ) {
    return globals.repo;
  }
  const written = path ?? globals.repo;
  const rootPath = written === undefined ? impliedRoot(engine) : resolve(engine.cwd, written);
  const settings = options.ignore === undefined ? {} : { ignore: options.ignore };
  const { entry } = await engine.register({ repoId: options.id, rootPath, settings });
  return entry.repoId;
}

async function refreshWithProgress(
  session: Session,
  repoId: string,
  { full = false, wait }: Pick<IndexOptions, "full" | "wait"> = {},
): Promise<Refreshed> {
  const { terminal } = session;
  const view = createProgressView(terminal, () => performance.now());
  try {
    const waiting = wait === undefined ? {} : { waitMs: wait * 1000 };
    const context = { ...contextOf(session), onProgress: view.update, ...waiting };
    return await indexRefresh.execute({ repoId, mode: full ? "full" : "incremental" }, context);
  } finally {
    view.end();
  }
}

/** For query commands with `--index`: makes the index that they need. */
export async function ensureIndexed(session: Session): Promise<void> {
  const repoId = await registerRepository(session, undefined, {});
  const repository = await session.engine.open(session.engine.resolve(repoId));
  if (!repository.isIndexed()) await refreshWithProgress(session, repoId);
}

function renderRefresh(answer: Refreshed, style: Style, verbose: boolean): string {
  const { addedFiles, changedFiles, removedFiles, symbols, edges, durationMs, versionId, repoId } = answer;
  const skipped = answer.skipped ?? [];
  const changes = [`${addedFiles} added`, `${changedFiles} changed`, `${removedFiles} removed`].join(", ");
  const isUnchanged = addedFiles + changedFiles + removedFiles === 0;
  const lines = [
    `${style.bold(repoId)}  ${isUnchanged ? "up to date" : `files: ${changes}`}  ${style.dim(`in ${formatDuration(durationMs)}`)}`,
    `${symbols} symbols, ${edges} edges  ${style.dim(versionId)}`,
  ];
  if (skipped.length > 0) lines.push(...renderSkipped(skipped, style, verbose));
  return `${lines.join("\n")}\n`;
}

function renderSkipped(skipped: NonNullable<Refreshed["skipped"]>, style: Style, verbose: boolean): string[] {
  if (verbose)
    return [
      `${skipped.length} files skipped:`,
      ...skipped.map(({ file, reason }) => `  ${file}  ${style.dim(reason)}`),
    ];
  const reasons = new Map<string, number>();
  for (const { reason } of skipped) {
    const known = skipClassOf(reason);
    reasons.set(known, (reasons.get(known) ?? 0) + 1);
  }
  const counted = [...reasons].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [
    style.dim(
      `${skipped.length} files skipped (${counted.map(([reason, count]) => `${count} ${reason}`).join(", ")}); --verbose lists them`,
    ),
  ];
}

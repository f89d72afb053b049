/** `sdl index [PATH]`: registers a repository and brings its index up to date. */
import { resolve } from "node:path";
import { indexRefresh, repoStatus, skipClassOf } from "@sdl/engine";
import { createProgressView, formatDuration } from "../render/progress.js";
import { actionContext, type Session } from "../session.js";
import type { Style } from "../terminal.js";
import { withProgress } from "./with-progress.js";
import { writeAnswer } from "./write-answer.js";

/** Options of `sdl index`. */
export interface IndexOptions {
  readonly full?: boolean;
  readonly id?: string;
  readonly ignore?: readonly string[];
  readonly verbose?: boolean;
  /** Seconds to wait while another process indexes the repository. */
  readonly wait?: number;
  /** False: leave clusters, test links and processes to the next long-running process. */
  readonly settle?: boolean;
}

/** Counts of what changed, and the version that resulted. */
export type RefreshAnswer = Awaited<ReturnType<typeof indexRefresh.execute>>;
type StatusAnswer = Awaited<ReturnType<typeof repoStatus.execute>>;

/** Indexes a repository, prints the counts, then computes the derived layers unless `--no-settle`. */
export async function indexCommand(session: Session, path: string | undefined, options: IndexOptions): Promise<void> {
  const repoId = await registerRepository(session, path, options);
  const answer = await refreshWithProgress(session, repoId, options);
  const status = options.verbose === true ? await repoStatus.execute({ repoId }, actionContext(session)) : undefined;
  const mistakes = await configMistakes(session, repoId);
  writeAnswer(session, answer, () => renderRefresh(answer, session.terminal.style, { status, mistakes }));
  if (options.settle !== false) await session.engine.releaseOnFault(() => deriveAfterAnswer(session, repoId));
}

/** Counts the mistakes in the repository's own configuration, as one line; empty if there are none. */
async function configMistakes({ engine }: Session, repoId: string): Promise<string[]> {
  const { source, findings } = (await engine.open(engine.resolve(repoId))).ownConfig();
  const { length } = findings;
  if (source === undefined || length === 0) return [];
  return [`${source}: ${length} ${length === 1 ? "mistake" : "mistakes"}, the rest holds; sdl status lists them`];
}

/** Computes derived layers and embeddings after the answer is printed: the index can be queried already. */
export async function deriveAfterAnswer({ engine, terminal }: Session, repoId: string): Promise<void> {
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

/** Registers the repository unless `--repo` names a registered one. @returns its repoId */
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
  // Without a path, the repository that contains the working directory.
  const rootPath = written === undefined ? (await engine.find(undefined, true)).rootPath : resolve(engine.cwd, written);
  const settings = options.ignore === undefined ? {} : { ignore: options.ignore };
  const { entry } = await engine.register({ repoId: options.id, rootPath, settings });
  return entry.repoId;
}

/** Brings an index up to date, with progress. */
export function refreshWithProgress(
  session: Session,
  repoId: string,
  { full = false, wait }: Pick<IndexOptions, "full" | "wait"> = {},
): Promise<RefreshAnswer> {
  const waiting = wait === undefined ? {} : { waitMs: wait * 1000 };
  const request = { repoId, mode: full ? "full" : "incremental" };
  return withProgress(session, (context) => indexRefresh.execute(request, { ...context, ...waiting }));
}

/** Lines that a refresh prints in addition to its counts. */
interface RefreshExtras {
  readonly status?: StatusAnswer | undefined;
  readonly mistakes?: readonly string[];
}

/** The counts of a refresh as text. */
export function renderRefresh(
  answer: RefreshAnswer,
  style: Style,
  { status, mistakes = [] }: RefreshExtras = {},
): string {
  const { addedFiles, changedFiles, removedFiles, symbols, edges, durationMs, versionId, repoId } = answer;
  const skipped = answer.skipped ?? [];
  const changes = [`${addedFiles} added`, `${changedFiles} changed`, `${removedFiles} removed`].join(", ");
  const isUnchanged = addedFiles + changedFiles + removedFiles === 0;
  const lines = [
    `${style.bold(repoId)}  ${isUnchanged ? "up to date" : `files: ${changes}`}  ${style.dim(`in ${formatDuration(durationMs)}`)}`,
    `${symbols} symbols, ${edges} edges  ${style.dim(versionId)}`,
  ];
  if (skipped.length > 0) lines.push(...renderSkipped(skipped, style, status !== undefined));
  lines.push(...mistakes.map((line) => style.yellow(line)));
  if (status !== undefined) lines.push(...unreadRows(status).map(([label, value]) => `${label}: ${value}`));
  return `${lines.join("\n")}\n`;
}

function renderSkipped(skipped: NonNullable<RefreshAnswer["skipped"]>, style: Style, verbose: boolean): string[] {
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

/** Files that are read only in part, and kinds of files that are not read. */
function unreadRows({ syntaxErrors, notRead = [] }: StatusAnswer): [string, string][] {
  const { files = 0, names = [] } = syntaxErrors ?? {};
  const more = files > names.length ? ` and ${files - names.length} more` : "";
  const kinds = notRead.map(({ extension, files: count }) => `${count} ${extension || "without extension"}`).join(", ");
  return [
    ...(files === 0 ? [] : ([["syntax errors", `${names.join(", ")}${more}`]] as [string, string][])),
    ...(kinds === "" ? [] : ([["not read", kinds]] as [string, string][])),
  ];
}

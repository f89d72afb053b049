/** `sdl remote …`, `sdl push` and `sdl pull`: indexes that a team shares. */
import {
  addRepositoryRemote,
  bytesText,
  collectRepositoryRemote,
  listRepositoryRemotes,
  type Moved,
  type PullResult,
  type PushResult,
  pulledVersionText,
  pullRepository,
  pushRepository,
  removeRepositoryRemote,
  requireRemote,
  type ShownRemote,
  shortCommit,
} from "@sdl/engine";
import { repositoryArguments, type Session } from "../session.js";
import type { Style } from "../terminal.js";
import {
  deriveAfterAnswer,
  type RefreshAnswer,
  refreshWithProgress,
  registerRepository,
  renderRefresh,
} from "./index-command.js";
import { writeAnswer } from "./write-answer.js";

/** Options of `sdl remote add`. */
export interface RemoteAddOptions {
  readonly repository?: string;
}

/** Adds a remote. @param place a folder relative to the working directory, or a URL */
export async function remoteAddCommand(
  session: Session,
  name: string,
  place: string,
  { repository }: RemoteAddOptions,
): Promise<void> {
  const { repoId } = repositoryArguments(session);
  const added = await addRepositoryRemote(session.engine, repoId, { name, place, repository });
  writeAnswer(session, added, (remote, { style }) => remoteRow(remote, style));
}

/** Lists the remotes of the repository. */
export async function remoteListCommand(session: Session): Promise<void> {
  const remotes = await listRepositoryRemotes(session.engine, repositoryArguments(session).repoId);
  writeAnswer(session, { remotes }, (_, { style }) =>
    remotes.length === 0
      ? "This repository has no remote; add one with: sdl remote add NAME PLACE\n"
      : remotes.map((remote) => remoteRow(remote, style)).join(""),
  );
}

/** Forgets a remote. */
export async function remoteRemoveCommand(session: Session, name: string): Promise<void> {
  await removeRepositoryRemote(session.engine, repositoryArguments(session).repoId, name);
  session.terminal.err(`The remote ${name} was removed from your settings; what was pushed there stays.\n`);
}

/** Options of `sdl remote collect`, in days. */
export interface RemoteCollectOptions {
  readonly grace?: number;
  readonly keep?: number;
}

/** Removes pages that no head leads to. */
export async function remoteCollectCommand(
  session: Session,
  name: string | undefined,
  { grace, keep }: RemoteCollectOptions,
): Promise<void> {
  const { repoId } = repositoryArguments(session);
  const request = { name, graceDays: grace, keepDays: keep };
  const collected = await collectRepositoryRemote(session.engine, repoId, request);
  writeAnswer(session, collected, ({ remote, removedCommits, removedPages, removedBytes, reachedPages }, { style }) => {
    const commits = keep === undefined ? "" : `${removedCommits} commits and `;
    const removed = `${commits}${removedPages} pages removed, ${bytesText(removedBytes)}`;
    return `${style.bold(remote)}  ${removed}; ${reachedPages} are needed\n`;
  });
}

/** Options of `sdl push`. */
export interface PushOptions {
  readonly remote?: string;
  readonly branch?: string;
}

/** Brings the index up to date and pushes it. */
export async function pushCommand(session: Session, { remote, branch }: PushOptions): Promise<void> {
  const repoId = await registerRepository(session, undefined, {});
  requireRemote(session.engine, session.engine.resolve(repoId), remote);
  await refreshWithProgress(session, repoId);
  const pushed = await pushRepository(session.engine, repoId, { name: remote, branch });
  writeAnswer(session, pushed, (answer, { style }) => renderPush(answer, style));
}

/** Options of `sdl pull`. */
export interface PullOptions {
  readonly remote?: string;
  /** False: leave clusters, test links and processes to the next long-running process. */
  readonly settle?: boolean;
}

/** Begins with the nearest index that was pushed, then indexes what differs. Pulls nothing if nothing fits. */
export async function pullCommand(session: Session, { remote, settle }: PullOptions): Promise<void> {
  const { engine, terminal } = session;
  const repoId = await registerRepository(session, undefined, {});
  const pulled = await pullRepository(engine, repoId, remote);
  if (pulled.status === "nothing") {
    writeAnswer(session, pulled, () => `${terminal.style.bold(repoId)}  nothing to pull: ${pulled.reason}\n`);
    return;
  }
  const index = await refreshWithProgress(session, repoId);
  writeAnswer(session, { ...pulled, index }, () => renderPull(pulled, index, terminal.style));
  if (settle !== false) await engine.releaseOnFault(() => deriveAfterAnswer(session, repoId));
}

function remoteRow({ name, place, repository }: ShownRemote, style: Style): string {
  return `${style.bold(name)}  ${place}  ${style.dim(repository)}\n`;
}

function renderPush(pushed: Moved<PushResult>, style: Style): string {
  const { repoId, remote, commit, branch, isBranchMoved, pages, newPages, bytes, newBytes, imageFault } = pushed;
  const moved = `${newPages} of ${pages} pages were new, ${bytesText(newBytes)} of ${bytesText(bytes)}`;
  const lines = [`${style.bold(repoId)}  ${shortCommit(commit)} is at ${remote}  ${style.dim(moved)}`];
  if (branch !== undefined && !isBranchMoved) lines.push(`branch ${branch} is at a later commit there and stays`);
  if (imageFault !== undefined)
    lines.push(`pushed without an image, so that new clones compute its clusters and tests themselves: ${imageFault}`);
  return `${lines.join("\n")}\n`;
}

function renderPull(
  pulled: Moved<PullResult & { readonly status: "pulled" | "current" }>,
  index: RefreshAnswer,
  style: Style,
): string {
  const { remote } = pulled;
  const line =
    pulled.status === "current"
      ? `${remote} has nothing newer than ${shortCommit(pulled.commit)}`
      : `${pulled.files} files from ${remote}, as of ${pulledVersionText(pulled)}`;
  return `${line}\n${renderRefresh(index, style)}`;
}

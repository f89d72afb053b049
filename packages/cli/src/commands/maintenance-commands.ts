/** Commands that inspect and repair an installation and its indexes: info, verify, reset. */
import { info, type Verification, verifyIndex } from "@sdl/engine";
import { FoundProblems } from "../found-problems.js";
import { formatDuration } from "../render/progress.js";
import { actionContext, repositoryArguments, type Session } from "../session.js";
import type { Terminal } from "../terminal.js";
import { type IndexOptions, indexCommand } from "./index-command.js";
import { writeAnswer, writeText } from "./write-answer.js";

/** Prints version, folders, error log and warnings of this installation. */
export async function infoCommand(session: Session): Promise<void> {
  writeText(session, info, await info.execute({}, actionContext(session)));
}

/** Options of `sdl verify`. `quick` reads pages and checksums and decodes no record. */
export interface VerifyOptions {
  readonly quick?: boolean;
}

/**
 * Checks a whole index and prints the verdict. @throws {SdlError} `not_indexed` @throws {FoundProblems} after
 * everything is printed, if the index is not sound
 */
export async function verifyCommand(session: Session, { quick = false }: VerifyOptions): Promise<void> {
  const verification = await verifyIndex(session.engine, { ...repositoryArguments(session), quick });
  writeAnswer(session, verification, renderVerification);
  if (verification.verdict !== "sound") throw new FoundProblems();
}

/** Options of `sdl reset`. */
export interface ResetOptions {
  /** False leaves the repository without an index. */
  readonly index?: boolean;
}

/** Deletes the index of a repository and, unless `--no-index`, builds a new one. */
export async function resetCommand(session: Session, { index = true }: ResetOptions & IndexOptions): Promise<void> {
  const { engine, terminal, options } = session;
  const entry = engine.resolve(repositoryArguments(session).repoId);
  const wasThere = await engine.deleteIndex(entry);
  const path = engine.storePath(entry);
  terminal.err(wasThere ? `The index in ${path} was deleted.\n` : `There was no index in ${path}.\n`);
  if (index) await indexCommand({ ...session, options: { ...options, repo: entry.repoId } }, undefined, {});
}

function renderVerification(verification: Verification, { style }: Terminal): string {
  const { repoId, storePath, verdict, reasons, inspection, isComplete, durationMs } = verification;
  const time = style.dim(`in ${formatDuration(durationMs)}`);
  if (verdict === "sound") {
    const extent = isComplete ? "all of it" : "pages and checksums; without --quick it is decoded, too";
    return `${style.bold(repoId)}  ${style.green("sound")}  ${inspection?.records ?? 0} records, ${extent}  ${time}\n`;
  }
  const title = `${style.bold(repoId)}  ${style.red(verdict === "damaged" ? "damaged" : "not known")}  ${storePath}  ${time}`;
  const advice = verdict === "damaged" ? "Make it again: sdl index, or sdl reset" : "Try again; sdl doctor says more.";
  return `${[title, ...reasons.map((reason) => `  ${reason}`), advice].join("\n")}\n`;
}

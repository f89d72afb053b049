/**
 * `sdl delta` and `sdl ci`: what changed between two revisions, how risky the change is, and whether it passes the
 * gate.
 */
import { type ActionContext, type ChangeReport, changeReport, sdlVersion } from "@sdl/engine";
import { changeMarkdown } from "../render/change-markdown.js";
import { changeSarif } from "../render/change-sarif.js";
import { writeJson } from "../render/json.js";
import { repositoryArguments, type Session } from "../session.js";
import { withProgress } from "./with-progress.js";

/** Options of `sdl delta`. */
export interface DeltaOptions {
  readonly format: "markdown" | "json" | "sarif";
}

/** Options of `sdl ci`. */
export interface CiOptions extends DeltaOptions {
  readonly base: string;
  readonly head: string;
  /** Compare with the files on disk instead of `head`. */
  readonly workTree?: boolean;
  /** The gate: risk scores from here on fail, 0..100. */
  readonly failOnRisk?: number;
}

/** Prints the changes from one revision to the other, without a merge base. */
export async function deltaCommand(session: Session, base: string, head: string, options: DeltaOptions): Promise<void> {
  const request = { ...repositoryArguments(session), base, head, fromMergeBase: false };
  write(session, await withProgress(session, (context) => report(session, context, request)), options);
}

/** Compares a branch with the merge base of branch and base. @returns whether the risk is below the gate */
export async function ciCommand(session: Session, options: CiOptions): Promise<boolean> {
  const request = {
    ...repositoryArguments(session),
    base: options.base,
    ...(options.workTree === true ? {} : { head: options.head }),
    fromMergeBase: true,
  };
  const found = await withProgress(session, (context) => report(session, context, request));
  write(session, found, options);
  return options.failOnRisk === undefined || found.riskScore < options.failOnRisk;
}

/**
 * Builds a report inside a guard: a newer version closes the version that the report reads only after all guarded calls
 * have ended.
 */
function report(
  { engine }: Session,
  context: ActionContext,
  request: Parameters<typeof changeReport>[1],
): Promise<ChangeReport> {
  return engine.guard(() => changeReport(context, request));
}

function write(
  { terminal, options: { json } }: Session,
  report: ChangeReport,
  options: DeltaOptions & { readonly failOnRisk?: number },
): void {
  const format = json === true ? "json" : options.format;
  if (format === "json") writeJson(terminal, report);
  else if (format === "sarif") writeJson(terminal, changeSarif(report, sdlVersion()));
  else terminal.out(changeMarkdown(report, options.failOnRisk));
}

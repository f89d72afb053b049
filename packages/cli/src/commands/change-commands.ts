/** `sdl delta`, `sdl ci` and `sdl review`: what changed, what it breaks for whom, and whether it may pass. */
import { type ActionContext, type ChangeReport, changeReport, changeText, STAGED_NAME, sdlVersion } from "@sdl/engine";
import { changeMarkdown } from "../render/change-markdown.js";
import { changeSarif } from "../render/change-sarif.js";
import { writeJson } from "../render/json.js";
import { repositoryArguments, type Session } from "../session.js";
import { withProgress } from "./with-progress.js";

export interface DeltaOptions {
  /** Default: text on a terminal, Markdown elsewhere. */
  readonly format?: "text" | "markdown" | "json" | "sarif";
}

export interface ReviewOptions extends DeltaOptions {
  readonly base: string;
  readonly staged?: boolean;
}

export interface CiOptions extends DeltaOptions {
  readonly base: string;
  readonly head: string;
  /** Compare the files as they are on the disk. */
  readonly workTree?: boolean;
  /** 0..100 */
  readonly failOnRisk?: number;
}

/** Two revisions as they are. */
export async function deltaCommand(session: Session, base: string, head: string, options: DeltaOptions): Promise<void> {
  const request = { ...repositoryArguments(session), base, head, fromMergeBase: false };
  write(session, await withProgress(session, (context) => report(session, context, request)), options);
}

/** What is not committed yet, or what is staged. */
export async function reviewCommand(session: Session, { base, staged, format = "text" }: ReviewOptions): Promise<void> {
  const head = staged === true ? { head: STAGED_NAME } : {};
  const request = { ...repositoryArguments(session), base, ...head, fromMergeBase: false };
  write(session, await withProgress(session, (context) => report(session, context, request)), { format });
}

/** A branch against where it left its base. @returns whether it may pass */
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

/** A newer version closes the one that is read once all guarded calls have ended. */
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
  const format = json === true ? "json" : (options.format ?? (terminal.isOutTerminal ? "text" : "markdown"));
  if (format === "json") writeJson(terminal, report);
  else if (format === "sarif") writeJson(terminal, changeSarif(report, sdlVersion()));
  else if (format === "text") terminal.out(changeText(report, options.failOnRisk));
  else terminal.out(changeMarkdown(report, options.failOnRisk));
}

/**
 * `sdl delta`, `sdl ci` and `sdl review`: changes, the code that they break, and whether the risk is below the limit.
 */
import {
  type ChangeReport,
  type ComparedSides,
  changeReport,
  changeText,
  STAGED_NAME,
  sdlVersion,
  sidesText,
} from "@sdl/engine";
import { changeMarkdown } from "../render/change-markdown.js";
import { changeSarif } from "../render/change-sarif.js";
import { writeJson } from "../render/json.js";
import { repositoryArguments, type Session } from "../session.js";
import { withProgress } from "./with-progress.js";

type ReportFormat = "text" | "markdown" | "json" | "sarif";

/** Options of `sdl delta`. */
export interface DeltaOptions {
  /** Default: text on a terminal, Markdown elsewhere. */
  readonly format?: ReportFormat;
}

/** Options of `sdl review`. */
export interface ReviewOptions extends DeltaOptions {
  readonly base: string;
  readonly staged?: boolean;
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

type ReportRequest = Parameters<typeof changeReport>[1];

/** Compares two revisions directly, not with their merge base. */
export async function deltaCommand(session: Session, base: string, head: string, options: DeltaOptions): Promise<void> {
  await writeReport(session, { base, head, fromMergeBase: false }, options);
}

/** Reports uncommitted or staged changes. */
export async function reviewCommand(session: Session, { base, staged, format = "text" }: ReviewOptions): Promise<void> {
  const head = staged === true ? { head: STAGED_NAME } : {};
  await writeReport(session, { base, ...head, fromMergeBase: false }, { format });
}

/** Compares a branch with the merge base of branch and base. @returns whether the risk is below the gate */
export async function ciCommand(session: Session, options: CiOptions): Promise<boolean> {
  const { base, workTree, head, failOnRisk } = options;
  const request = { base, ...(workTree === true ? {} : { head }), fromMergeBase: true };
  const { riskScore } = await writeReport(session, request, options);
  return failOnRisk === undefined || riskScore < failOnRisk;
}

/** Writes a report. As text, the names of the compared sides are printed before the comparison runs. */
async function writeReport(
  session: Session,
  request: ReportRequest,
  options: DeltaOptions & { readonly failOnRisk?: number },
): Promise<ChangeReport> {
  const { terminal, engine } = session;
  const format = chooseFormat(session, options);
  const report = await withProgress(session, (context, writeFirst) => {
    const onSides = format === "text" ? { onSides: (sides: ComparedSides) => writeFirst(sidesText(sides)) } : {};
    // A newer version closes the one that is read once all guarded calls have ended.
    return engine.releaseOnFault(() =>
      changeReport(context, { ...repositoryArguments(session), ...request, ...onSides }),
    );
  });
  if (format === "json") writeJson(terminal, report);
  else if (format === "sarif") writeJson(terminal, changeSarif(report, sdlVersion()));
  else if (format === "text") terminal.out(changeText(report, options.failOnRisk));
  else terminal.out(changeMarkdown(report, options.failOnRisk));
  return report;
}

function chooseFormat({ terminal, options: { json } }: Session, { format }: DeltaOptions): ReportFormat {
  if (json === true) return "json";
  return format ?? (terminal.isOutTerminal ? "text" : "markdown");
}

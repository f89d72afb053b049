/** Text form of a repository's state: size, freshness, what lowers the health score, and what to do. */
import { type ConfigFinding, configFindingText } from "@sdl/indexer";
import { placeText } from "@sdl/model/paths";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf } from "../../text/basis-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { bytesText, minuteText } from "../../text/quantities.js";
import { memoryLines, type SentMemory } from "../memory/memory-text.js";
import type { ImportSurvey } from "./import-survey.js";

/** Fields of a status that the text form shows. */
export interface StatusAnswer {
  readonly repoId: string;
  readonly rootPath: string;
  readonly latestVersionId?: string | undefined;
  readonly derivedVersion?: string | undefined;
  readonly filesIndexed: number;
  readonly symbolsIndexed: number;
  readonly edgesIndexed: number;
  readonly lastIndexedAt?: string | undefined;
  readonly healthScore: number;
  readonly healthComponents?: HealthShares | undefined;
  readonly staleFiles?: number | undefined;
  readonly skipped?: readonly { readonly reason: string; readonly files: number }[] | undefined;
  readonly syntaxErrors?: { readonly files: number; readonly names: readonly string[] } | undefined;
  readonly notRead?: readonly { readonly extension: string; readonly files: number }[] | undefined;
  readonly watcher?: { readonly running: boolean; readonly queueDepth: number; readonly errors: number } | undefined;
  readonly liveIndexStatus?: { readonly dirtyBuffers: number; readonly pendingBuffers: number } | undefined;
  readonly config?: { readonly source: string; readonly findings?: readonly ConfigFinding[] | undefined } | undefined;
  readonly disk?: { readonly takenBytes: number; readonly limitBytes: number } | undefined;
  readonly worktrees?: number | undefined;
  readonly imports?: ImportSurvey | undefined;
  readonly memories?: readonly SentMemory[] | undefined;
  readonly warnings?: readonly string[] | undefined;
}

interface HealthShares {
  readonly freshness: number;
  readonly coverage: number;
  readonly errorRate: number;
  readonly edgeQuality: number;
  readonly callResolution: number;
}

/** Maximum unresolved imports in the text. */
const MAX_LOST_SHOWN = 50;

/** Formats as text: size, freshness, health and warnings, with the next call. */
export function statusText(answer: StatusAnswer, style: TextStyle): string {
  const { repoId, rootPath, latestVersionId, warnings = [], memories = [] } = answer;
  const title = rootPath === repoId ? repoId : `${repoId} at ${rootPath}`;
  if (latestVersionId === undefined)
    return textOf([
      `${title} is not indexed yet`,
      ...configLines(answer.config),
      ...noteLines(warnings, style),
      `Next: ${style.call("sdl.index.refresh", { repoId })}  indexes it`,
    ]);
  return textOf([
    ...wrapText(`${title}: ${stateOf({ staleFiles: answer.staleFiles ?? 0 })}, health ${answer.healthScore} of 100`),
    ...sizeLines(answer),
    ...healthLines(answer.healthComponents),
    ...skippedLines(answer.skipped),
    ...unreadLines(answer),
    ...draftLines(answer.liveIndexStatus),
    ...watcherLines(answer.watcher),
    ...configLines(answer.config),
    ...diskLines(answer.disk),
    ...worktreeLines(answer.worktrees),
    ...importLines(answer.imports),
    ...noteLines(warnings, style),
    ...(memories.length === 0
      ? []
      : ["", "Memories of this repository:", ...memories.flatMap((memory) => memoryLines(memory))]),
    ...nextLines(answer, style),
  ]);
}

function draftLines(live: StatusAnswer["liveIndexStatus"]): string[] {
  if (live === undefined || live.dirtyBuffers === 0) return [];
  const pending = live.pendingBuffers === 0 ? "" : `, ${live.pendingBuffers} not parsed yet`;
  return [`Editors have unsaved text of ${countText(live.dirtyBuffers, "file")}${pending}; answers include it`];
}

function sizeLines({
  filesIndexed,
  symbolsIndexed,
  edgesIndexed,
  lastIndexedAt,
  derivedVersion,
}: StatusAnswer): string[] {
  const size = `${countText(filesIndexed, "file")}, ${countText(symbolsIndexed, "symbol")}, ${countText(edgesIndexed, "relation")}`;
  const at = lastIndexedAt === undefined ? "" : `, indexed ${minuteText(lastIndexedAt)}`;
  const layers = derivedVersion === undefined ? ["Test links, clusters and history are not built yet"] : [];
  return [`${size}${at}`, ...layers];
}

const HEALTH_WORDS: readonly (readonly [keyof HealthShares, string])[] = [
  ["freshness", "of its files are unchanged since they were indexed"],
  ["coverage", "of the supported files are indexed"],
  ["errorRate", "of its files have no syntax error"],
  ["edgeQuality", "is the average confidence of relations"],
  ["callResolution", "of the calls of names defined in the repository are resolved"],
];
/** Share from which on a component is not listed as lowering the score. */
const GOOD_SHARE = 0.95;

/** The components that lower the score. */
function healthLines(shares: HealthShares | undefined): string[] {
  if (shares === undefined) return [];
  const low = HEALTH_WORDS.filter(([name]) => shares[name] < GOOD_SHARE);
  return low.map(([name, words]) => `${Math.floor(shares[name] * 100)} % ${words}`);
}

function skippedLines(skipped: StatusAnswer["skipped"] = []): string[] {
  if (skipped.length === 0) return [];
  return wrapText(
    `Not indexed or not linked: ${skipped.map(({ reason, files }) => `${countText(files, "file")} (${reason})`).join(", ")}`,
  );
}

/** Maximum file kinds that are listed. */
const MAX_KINDS = 6;

/** Files with syntax errors, and kinds of files that are not supported. */
function unreadLines({ syntaxErrors, notRead = [] }: StatusAnswer): string[] {
  const { files = 0, names = [] } = syntaxErrors ?? {};
  const more = files > names.length ? ` and ${files - names.length} more` : "";
  const kinds = notRead.slice(0, MAX_KINDS).map((kind) => `${kind.files} ${kind.extension || "without extension"}`);
  const others = notRead.length > MAX_KINDS ? " and others" : "";
  return [
    ...(files === 0 ? [] : wrapText(`Syntax errors in ${names.join(", ")}${more}`)),
    ...(kinds.length === 0 ? [] : wrapText(`Unsupported kinds of files: ${kinds.join(", ")}${others}`)),
  ];
}

function watcherLines(watcher: StatusAnswer["watcher"]): string[] {
  if (watcher === undefined) return [];
  const { running, queueDepth, errors } = watcher;
  const state = running ? "Files are watched" : "Files are not watched at present";
  const waiting = queueDepth === 0 ? "" : `, ${countText(queueDepth, "change")} not indexed yet`;
  return [`${state}${waiting}${errors === 0 ? "" : `, ${countText(errors, "error")}`}`];
}

function diskLines(disk: StatusAnswer["disk"]): string[] {
  if (disk === undefined) return [];
  const advice = disk.takenBytes > disk.limitBytes ? "; raise the limit, or: sdl clean --all" : "";
  return [
    `All indexes take ${bytesText(disk.takenBytes)} of the ${bytesText(disk.limitBytes)} that store.maxBytes allows${advice}`,
  ];
}

function configLines(config: StatusAnswer["config"]): string[] {
  if (config === undefined) return [];
  const { source, findings = [] } = config;
  const mistakes = findings.flatMap((finding) => wrapText(`Invalid setting: ${configFindingText(finding)}`));
  return [`Configured by ${source}`, ...mistakes];
}

function worktreeLines(worktrees = 0): string[] {
  if (worktrees === 0) return [];
  return [`Shares its store with the indexes of ${countText(worktrees, "other worktree")}`];
}

/** Where imports lead, and the first of those that lead nowhere. */
function importLines(survey: ImportSurvey | undefined): string[] {
  if (survey === undefined) return [];
  const { repository, otherFiles, outside, lost, list = [] } = survey;
  const found = repository + otherFiles;
  const all = found + lost;
  const share = lost === 0 ? "all" : `${(Math.floor((found / all) * 1000) / 10).toFixed(1)} %`;
  const shown = list.slice(0, MAX_LOST_SHOWN);
  const more = lost - shown.length;
  return [
    "",
    ...wrapText(
      `Imports of this repository's own files: ${all === 0 ? "none" : `${all}, ${share} resolved`}; ${countText(outside, "import")} of other packages`,
    ),
    ...shown.flatMap(({ file, line, specifier, reason }) =>
      wrapText(`${line === undefined ? file : placeText(file, line)}  ${specifier}: ${reason}`, "  "),
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function noteLines(warnings: readonly string[], style: TextStyle): string[] {
  return warnings.flatMap((warning) => wrapText(`Note: ${style.words(warning)}`));
}

function nextLines({ repoId, staleFiles = 0 }: StatusAnswer, style: TextStyle): string[] {
  return staleFiles === 0 ? [] : [`Next: ${style.call("sdl.index.refresh", { repoId })}  indexes what changed`];
}

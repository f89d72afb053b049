/** Content of the status item: whether answers are up to date, and if not, why. Pure. */
import type { FolderState } from "../server/answers.js";
import type { LinkState } from "../server/link-state.js";

/** State of the answers, which selects the icon. */
export type StatusKind = "indexed" | "drafts" | "indexing" | "stale" | "none" | "offline";

/** Kind, text and details of the status item. */
export interface StatusView {
  readonly kind: StatusKind;
  readonly text: string;
  /** Lines of plain text. */
  readonly details: readonly string[];
}

/** Inputs of the status item's state. */
export interface StatusInput {
  readonly link: LinkState;
  readonly folders: readonly FolderState[];
  readonly isTrusted: boolean;
  readonly nowMs: number;
}

const ICONS: Readonly<Record<StatusKind, string>> = {
  indexed: "$(database)",
  drafts: "$(edit)",
  indexing: "$(sync~spin)",
  stale: "$(warning)",
  none: "$(circle-outline)",
  offline: "$(debug-disconnect)",
};

/** Computes the content from the server's and the folders' states. */
export function statusView({ link, folders, isTrusted, nowMs }: StatusInput): StatusView {
  if (!isTrusted) return makeView("offline", "SDL: not trusted", ["Nothing runs until you trust this folder."]);
  if (link.kind === "stopped" || link.kind === "waiting") return offlineView(link);
  if (link.kind === "starting") return makeView("indexing", "SDL: starting", ["The server starts."]);
  if (folders.length === 0)
    return makeView("none", "SDL: no folder", ["Open a folder with TypeScript, JavaScript, Python or Go."]);
  const details = folders.flatMap((folder) => folderLines(folder, { isNamed: folders.length > 1, nowMs }));
  const { kind, text } = worstStatus(folders);
  return makeView(kind, text, details);
}

function makeView(kind: StatusKind, text: string, details: readonly string[]): StatusView {
  return { kind, text: `${ICONS[kind]} ${text}`, details };
}

function offlineView(link: Extract<LinkState, { readonly reason: string }>): StatusView {
  const next =
    link.kind === "waiting" ? `It is started again in ${Math.ceil(link.delayMs / 1000)} s.` : "Click to start it.";
  return makeView("offline", "SDL: offline", [`The server does not run: ${link.reason}.`, next]);
}

/** Status of the folder that needs the most attention. */
function worstStatus(folders: readonly FolderState[]): { readonly kind: StatusKind; readonly text: string } {
  const working = folders.flatMap(({ phase }) => (phase.kind === "indexing" ? [phase.percent] : []));
  if (working.length > 0) return { kind: "indexing", text: `SDL: indexing ${Math.min(...working)} %` };
  if (folders.some(({ phase }) => phase.kind === "opening")) return { kind: "indexing", text: "SDL: opening" };
  if (folders.some(({ lag }) => lag?.kind === "failed")) return { kind: "stale", text: "SDL: stale" };
  const indexed = folders.filter(({ index }) => index !== undefined);
  if (indexed.length === 0) return { kind: "none", text: "SDL: no index" };
  const symbols = sum(indexed, ({ index }) => index?.symbols ?? 0);
  const unsaved = sum(folders, ({ dirtyFiles = 0 }) => dirtyFiles);
  const size = `SDL: ${countWithNoun(symbols, "symbol")}`;
  if (unsaved > 0) return { kind: "drafts", text: `${size}, ${unsaved} unsaved` };
  return { kind: "indexed", text: size };
}

function folderLines(state: FolderState, { isNamed, nowMs }: { isNamed: boolean; nowMs: number }): string[] {
  const { folder, phase, index, lag, dirtyFiles = 0, pendingFiles = 0 } = state;
  const lines: string[] = isNamed ? [`${folderName(folder)}:`] : [];
  if (phase.kind === "none") lines.push(`No index: ${phase.reason}`);
  if (phase.kind === "opening") lines.push("The index is being opened.");
  if (phase.kind === "indexing") lines.push(`Indexing, ${phase.percent} % done.`);
  if (index !== undefined) {
    const size = `${countWithNoun(index.symbols, "symbol")} in ${countWithNoun(index.files, "file")}`;
    lines.push(`${size}, indexed ${ageText(nowMs - Date.parse(index.indexedAt))}.`);
  }
  if (lag?.kind === "failed") lines.push(`Changed files are not indexed: ${lag.reason ?? "the last refresh failed"}`);
  if (lag?.kind === "changes") lines.push("Changed files are being indexed.");
  if (dirtyFiles > 0) lines.push(`${draftsText(dirtyFiles, pendingFiles)}.`);
  return lines;
}

function draftsText(dirtyFiles: number, pendingFiles: number): string {
  const known = pendingFiles === 0 ? "agents see it already" : `${pendingFiles} not indexed yet`;
  return `Unsaved text of ${countWithNoun(dirtyFiles, "file")}: ${known}`;
}

function ageText(ageMs: number): string {
  const minutes = Math.floor(Math.max(0, ageMs) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${countWithNoun(minutes, "minute")} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${countWithNoun(hours, "hour")} ago`;
  return `${countWithNoun(Math.floor(hours / 24), "day")} ago`;
}

/** A count with its noun: `2 files`. */
export function countWithNoun(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The last part of a folder's URI, decoded. */
export function folderName(uri: string): string {
  const path = uri.replace(/\/+$/, "");
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** What this machine alone knows of memories: which were stored here, which removed for good, which adopted, and since when some are stale. */
import type { FileMark } from "./file-links.js";
import { Journal } from "./files/journal.js";
import type { OwnFiles } from "./files/own-files.js";

/** One thing that happened, about one memory. */
export interface LocalEvent {
  readonly event: "stored" | "removed" | "adopted" | "stale" | "fresh" | "fileSeen";
  readonly memoryId: string;
  /** ISO time. */
  readonly at: string;
  /** With `stale`: the version whose refresh saw it. */
  readonly version?: string;
  /** With `fileSeen`: what a linked file held, where the memory itself has no mark of it, or where it had moved. */
  readonly mark?: FileMark;
  /** With `fileSeen`: the path that the memory links. */
  readonly linked?: string;
}

export interface LocalState {
  readonly isLocal: boolean;
  readonly isAdopted: boolean;
  /** Removed with its file: it stays away unless it was written anew after this ISO time. */
  readonly removedAt: string | undefined;
  readonly staleVersion: string | undefined;
  /** By the path that the memory links: where its file was seen last, and what it held. */
  readonly filesSeen: ReadonlyMap<string, FileMark>;
}

const NOTHING: LocalState = {
  isLocal: false,
  isAdopted: false,
  removedAt: undefined,
  staleVersion: undefined,
  filesSeen: new Map(),
};
const EVENTS: readonly string[] = ["stored", "removed", "adopted", "stale", "fresh", "fileSeen"];

export class LocalStates {
  private readonly journal: Journal<LocalEvent>;
  private folded:
    | { readonly rows: readonly LocalEvent[]; readonly states: ReadonlyMap<string, LocalState> }
    | undefined;

  /** @param path of the journal */
  constructor(path: string, files: OwnFiles) {
    this.journal = new Journal(path, files, parseEvent);
  }

  stamp(): string {
    return this.journal.stamp();
  }

  of(memoryId: string): LocalState {
    const rows = this.journal.rows();
    if (this.folded?.rows !== rows) this.folded = { rows, states: fold(rows) };
    return this.folded.states.get(memoryId) ?? NOTHING;
  }

  /** What this program does not know of the journal. */
  warnings(): readonly string[] {
    return this.journal.warnings();
  }

  append(events: readonly LocalEvent[]): void {
    this.journal.append(events);
  }
}

function fold(rows: readonly LocalEvent[]): Map<string, LocalState> {
  const states = new Map<string, LocalState>();
  for (const row of rows) states.set(row.memoryId, next(states.get(row.memoryId) ?? NOTHING, row));
  return states;
}

function next(state: LocalState, { event, at, version, mark, linked = "" }: LocalEvent): LocalState {
  switch (event) {
    case "stored":
      return { ...state, isLocal: true, removedAt: undefined, staleVersion: undefined, filesSeen: new Map() };
    case "removed":
      return { ...state, removedAt: at };
    case "adopted":
      return { ...state, isAdopted: true };
    case "stale":
      return { ...state, staleVersion: version };
    case "fresh":
      return { ...state, staleVersion: undefined };
    case "fileSeen":
      return mark === undefined ? state : { ...state, filesSeen: new Map([...state.filesSeen, [linked, mark]]) };
  }
}

function parseEvent(value: unknown): LocalEvent | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { event, memoryId, at, version, mark, linked } = value as Partial<Record<keyof LocalEvent, unknown>>;
  if (typeof event !== "string" || !EVENTS.includes(event)) return undefined;
  if (typeof memoryId !== "string" || typeof at !== "string") return undefined;
  const row = { event: event as LocalEvent["event"], memoryId, at };
  if (event === "fileSeen") return isMark(mark) && typeof linked === "string" ? { ...row, mark, linked } : undefined;
  return typeof version === "string" ? { ...row, version } : row;
}

function isMark(value: unknown): value is FileMark {
  if (typeof value !== "object" || value === null) return false;
  const { file, symbols, copies } = value as Partial<Record<keyof FileMark, unknown>>;
  return typeof file === "string" && isTexts(symbols) && isTexts(copies);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

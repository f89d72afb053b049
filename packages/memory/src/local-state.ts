/** Local state of memories on this machine: which were stored here, removed permanently or adopted, and since which version they are stale. */
import type { FileFingerprint } from "./file-links.js";
import { JournalFile } from "./files/journal.js";
import type { ProgramFiles } from "./files/program-files.js";

/** An event in the life of one memory. */
export interface LocalEvent {
  readonly event: "stored" | "removed" | "adopted" | "stale" | "fresh" | "fileSeen";
  readonly memoryId: string;
  /** ISO time. */
  readonly at: string;
  /** For `stale`: the version whose refresh detected it. */
  readonly version?: string;
  /** For `fileSeen`: the fingerprint of a linked file, if the memory has none, or of the file at its new path. */
  readonly mark?: FileFingerprint;
  /** For `fileSeen`: the linked path, as stored in the memory. */
  readonly linked?: string;
}

/** State of one memory on this machine. */
export interface LocalState {
  readonly isLocal: boolean;
  readonly isAdopted: boolean;
  /** ISO time of a removal with the file: the memory stays removed unless it was updated after this time. */
  readonly removedAt: string | undefined;
  readonly staleVersion: string | undefined;
  /** By linked path: the path where the file was last seen, and its fingerprint. */
  readonly filesSeen: ReadonlyMap<string, FileFingerprint>;
}

const INITIAL_STATE: LocalState = {
  isLocal: false,
  isAdopted: false,
  removedAt: undefined,
  staleVersion: undefined,
  filesSeen: new Map(),
};
const EVENTS: readonly string[] = ["stored", "removed", "adopted", "stale", "fresh", "fileSeen"];

/** Local states of all memories, folded from the journal. */
export class LocalStates {
  private readonly journal: JournalFile<LocalEvent>;
  private folded:
    | { readonly rows: readonly LocalEvent[]; readonly states: ReadonlyMap<string, LocalState> }
    | undefined;

  /** @param path path of the journal */
  constructor(path: string, files: ProgramFiles) {
    this.journal = new JournalFile(path, files, parseEvent);
  }

  journalState(): string {
    return this.journal.stateId();
  }

  of(memoryId: string): LocalState {
    const rows = this.journal.rows();
    if (this.folded?.rows !== rows) this.folded = { rows, states: statesByMemory(rows) };
    return this.folded.states.get(memoryId) ?? INITIAL_STATE;
  }

  /** Warnings about journal rows that this program cannot interpret. */
  warnings(): readonly string[] {
    return this.journal.warnings();
  }

  append(events: readonly LocalEvent[]): void {
    this.journal.append(events);
  }
}

function statesByMemory(rows: readonly LocalEvent[]): Map<string, LocalState> {
  const states = new Map<string, LocalState>();
  for (const row of rows) states.set(row.memoryId, stateAfter(states.get(row.memoryId) ?? INITIAL_STATE, row));
  return states;
}

function stateAfter(state: LocalState, { event, at, version, mark, linked = "" }: LocalEvent): LocalState {
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

function isMark(value: unknown): value is FileFingerprint {
  if (typeof value !== "object" || value === null) return false;
  const { file, symbols, copies } = value as Partial<Record<keyof FileFingerprint, unknown>>;
  return typeof file === "string" && isTexts(symbols) && isTexts(copies);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** What this machine alone knows of memories: which were stored here, which removed for good, which adopted, and since when some are stale. */
import { Journal } from "./files/journal.js";

/** One thing that happened, about one memory. */
export interface LocalEvent {
  readonly event: "stored" | "removed" | "adopted" | "stale" | "fresh";
  readonly memoryId: string;
  /** ISO time. */
  readonly at: string;
  /** With `stale`: the version whose refresh saw it. */
  readonly version?: string;
}

export interface LocalState {
  readonly isLocal: boolean;
  readonly isAdopted: boolean;
  /** Removed with its file: it stays away unless it was written anew after this ISO time. */
  readonly removedAt: string | undefined;
  readonly staleVersion: string | undefined;
}

const NOTHING: LocalState = { isLocal: false, isAdopted: false, removedAt: undefined, staleVersion: undefined };
const EVENTS: readonly string[] = ["stored", "removed", "adopted", "stale", "fresh"];

export class LocalStates {
  private readonly journal: Journal<LocalEvent>;
  private folded:
    | { readonly rows: readonly LocalEvent[]; readonly states: ReadonlyMap<string, LocalState> }
    | undefined;

  /** @param path of the journal */
  constructor(path: string) {
    this.journal = new Journal(path, parseEvent);
  }

  stamp(): string {
    return this.journal.stamp();
  }

  of(memoryId: string): LocalState {
    const rows = this.journal.rows();
    if (this.folded?.rows !== rows) this.folded = { rows, states: fold(rows) };
    return this.folded.states.get(memoryId) ?? NOTHING;
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

function next(state: LocalState, { event, at, version }: LocalEvent): LocalState {
  switch (event) {
    case "stored":
      return { ...state, isLocal: true, removedAt: undefined, staleVersion: undefined };
    case "removed":
      return { ...state, removedAt: at };
    case "adopted":
      return { ...state, isAdopted: true };
    case "stale":
      return { ...state, staleVersion: version };
    case "fresh":
      return { ...state, staleVersion: undefined };
  }
}

function parseEvent(value: unknown): LocalEvent | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { event, memoryId, at, version } = value as Partial<Record<keyof LocalEvent, unknown>>;
  if (typeof event !== "string" || !EVENTS.includes(event)) return undefined;
  if (typeof memoryId !== "string" || typeof at !== "string") return undefined;
  const row = { event: event as LocalEvent["event"], memoryId, at };
  return typeof version === "string" ? { ...row, version } : row;
}

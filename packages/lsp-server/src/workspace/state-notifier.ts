/**
 * Sender of `sdl/state` notifications: the state of the client's folders, sent to clients that requested it, and only when it changed.
 * Invariant: one check at a time; a change during a check causes another check.
 */
import { type EditorState, type Engine, editorState, toErrorAnswer } from "@sdl/engine";
import type { FolderPhases, Phase } from "./folder-phases.js";
import type { Repositories } from "./repositories.js";

/** State of one folder in an `sdl/state` notification. */
export interface FolderState extends Partial<EditorState> {
  readonly folder: string;
  readonly phase: Phase;
}

/** Sources of the state, and the callbacks that receive it. */
export interface StateNotifierOptions {
  readonly engine: Engine;
  readonly repositories: Repositories;
  readonly phases: FolderPhases;
  readonly send: (folders: readonly FolderState[]) => void;
  /** Called when an index has a new version, so earlier answers may be outdated. */
  readonly onNewVersion: () => void;
}

/** Changes within this time are sent together. */
const DEBOUNCE_MS = 100;
/** Interval of the checks while pushed text has not been extracted yet. */
const PENDING_TEXT_MS = 300;

/** Checks the state after activity, with a delay. */
export class StateNotifier {
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  private isOutdated = false;
  private lastSent = "";
  private versions = "";

  constructor(private readonly options: StateNotifierOptions) {}

  /** Schedules a check, because something may have changed. */
  scheduleCheck(delayMs = DEBOUNCE_MS): void {
    if (this.isChecking) {
      this.isOutdated = true;
      return;
    }
    this.timer ??= setTimeout(() => void this.checkStates(), delayMs).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async checkStates(): Promise<void> {
    this.timer = undefined;
    this.isChecking = true;
    const folders = await Promise.all(this.options.repositories.uris().map((uri) => this.stateOf(uri)));
    this.isChecking = false;
    if (this.options.engine.ending.aborted) return;
    this.sendIfChanged(folders);
    if (this.isOutdated) this.scheduleCheck();
    else if (folders.some(({ pendingFiles = 0 }) => pendingFiles > 0)) this.scheduleCheck(PENDING_TEXT_MS);
    this.isOutdated = false;
  }

  private sendIfChanged(folders: readonly FolderState[]): void {
    const text = JSON.stringify(folders);
    if (text !== this.lastSent) this.options.send(folders);
    this.lastSent = text;
    const versions = JSON.stringify(folders.map(({ index }) => index?.version));
    if (versions !== this.versions) this.options.onNewVersion();
    this.versions = versions;
  }

  /** Never throws: an index that cannot be opened is a state of its own. */
  private async stateOf(folder: string): Promise<FolderState> {
    const { engine, repositories, phases } = this.options;
    const phase = phases.of(folder);
    const entry = phase.kind === "opening" ? undefined : await repositories.ofFolder(folder);
    if (entry === undefined) return { folder, phase };
    try {
      return { folder, phase, ...(await editorState(engine, entry)) };
    } catch (error) {
      return { folder, phase: { kind: "none", reason: toErrorAnswer(error, engine.log).message } };
    }
  }
}

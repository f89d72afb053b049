/** Messages between a process and the refresh process that it started. */
import type { ProgramFault } from "../../machine/program-log.js";
import type { RepositorySettings } from "../../settings.js";
import type { RefreshOptions, RefreshProgress, RefreshResult } from "../refresh-request.js";

/** What to refresh. The sender holds the indexer's lease until the refresh process has ended. */
export interface RefreshTask extends Pick<RefreshOptions, "mode" | "reason"> {
  readonly kind: "refresh";
  /** Absolute path of the repository's root folder. */
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly settings: RepositorySettings;
  /** Number of worker threads; by default chosen by the amount of work. */
  readonly workers: number | undefined;
  /** Whether a caller waits for the result; if not, `asked-for` may follow. */
  readonly isAskedFor: boolean;
}

/** A version of a team's remote to publish. The sender holds the indexer's lease until the refresh process has ended. */
export interface FetchTask {
  readonly kind: "fetch";
  readonly storeDirectory: string;
  /** Place of the remote; may hold a password, so that it travels in a message and is no argument of the process. */
  readonly remote: string;
  /** Page id of the version's manifest. */
  readonly manifest: string;
  /** The version's id. */
  readonly nowMs: number;
  /** Whether a caller waits for the result. */
  readonly isAskedFor: boolean;
}

/** What came of an import: the version, or why it cannot be used. */
export type FetchOutcome =
  | { readonly commit: string | undefined; readonly files: number }
  | { readonly reason: string };

/** What the refresh process does. */
export type SeparateTask = RefreshTask | FetchTask;

/** Results by kind of task. */
export interface SeparateResults {
  readonly refresh: RefreshResult;
  readonly fetch: FetchOutcome;
}

/** Message to the refresh process; the task is the first. */
export type RefreshCommand = SeparateTask | { readonly kind: "asked-for" } | { readonly kind: "abort" };

/** Message of the refresh process. It ends after `done`, and without it if it fails or is aborted. */
export type RefreshMessage =
  | { readonly kind: "progress"; readonly progress: RefreshProgress }
  /** A fault of the program: at a file, or why the refresh failed. */
  | { readonly kind: "fault"; readonly fault: ProgramFault }
  | { readonly kind: "done"; readonly result: RefreshResult | FetchOutcome };

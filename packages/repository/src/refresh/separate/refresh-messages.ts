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

/** Message to the refresh process; the task is the first. */
export type RefreshCommand = RefreshTask | { readonly kind: "asked-for" } | { readonly kind: "abort" };

/** Message of the refresh process. It ends after `done`, and without it if it fails or is aborted. */
export type RefreshMessage =
  | { readonly kind: "progress"; readonly progress: RefreshProgress }
  /** A fault of the program: at a file, or why the refresh failed. */
  | { readonly kind: "fault"; readonly fault: ProgramFault }
  | { readonly kind: "done"; readonly result: RefreshResult };

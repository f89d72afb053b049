/** Types of the server probe. Separate from its implementation, which is loaded only when a server is tried. */
import type { Environment } from "../place.js";

/** How to start the server to try. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Time limit in milliseconds for each answer. */
  readonly timeoutMs: number;
}

/** Answer of a tested server, or the reason of its failure. */
export type ProbeResult =
  | {
      readonly tools: readonly unknown[];
      readonly instructions: string;
      /** Milliseconds from the start to the list of tools. */
      readonly listMs: number;
      /** Milliseconds of one cheap call. */
      readonly callMs: number;
    }
  /** @property said end of the server's output on standard error */
  | { readonly problem: string; readonly said: string };

/** Starts a server, requests its tools, and ends it. */
export type Probe = (start: ServerStart) => Promise<ProbeResult>;

/** What trying a server takes and tells. Apart from what does it, which is loaded only for that. */
import type { Environment } from "../place.js";

export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** For each of its answers. */
  readonly timeoutMs: number;
}

export type Probed =
  | {
      readonly tools: readonly unknown[];
      readonly instructions: string;
      /** From its start to the list of its tools. */
      readonly listMs: number;
      /** Of one cheap call. */
      readonly callMs: number;
    }
  /** @property said the end of what it wrote to standard error */
  | { readonly problem: string; readonly said: string };

export type Probe = (start: ServerStart) => Promise<Probed>;

/** Exit codes of the program. */
import type { SdlErrorCode } from "@sdl/engine";

/** Exit codes by meaning. */
export const ExitCode = {
  Ok: 0,
  /** The program or the index failed. */
  Failure: 1,
  /** A wrong option, argument or parameter. */
  Usage: 2,
  /** A repository, index, symbol or file was not found. */
  NotFound: 3,
  /** `sdl ci` printed its report and the risk is at or above the gate. */
  Risk: 4,
  /** Ctrl-C. */
  Interrupted: 130,
} as const;

/** Ends a command with {@link ExitCode.Risk} after its answer is printed. */
export class RiskReached extends Error {
  override readonly name = "RiskReached";
}

const FAILURES: ReadonlySet<SdlErrorCode> = new Set([
  "internal",
  "corrupt_store",
  "busy",
  "too_large",
  "policy_denied",
]);

/** Maps the code of an error to the exit code of the process. */
export function exitCodeOf(code: SdlErrorCode): number {
  if (code === "invalid_params") return ExitCode.Usage;
  return FAILURES.has(code) ? ExitCode.Failure : ExitCode.NotFound;
}

/** The table of exit codes as `sdl ci --help` prints it. */
export const EXIT_CODES_HELP = `Exit codes:
  0    done
  1    the program or the index failed; doctor and verify: there is a problem;
       init: a client's file could not be changed
  2    a wrong option, argument or parameter
  3    not found: no such repository, index, revision, symbol or file (or several symbols fit);
       audit verify: no head in this home to compare the log with
  4    sdl ci: the risk is at or above --fail-on-risk
  130  interrupted with Ctrl-C; an index keeps its previous version`;

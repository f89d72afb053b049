/**
 * Refresh in a process of its own, for large changes, and imports of a remote's versions: parts of both block their
 * thread, and editors and questions would wait. The process's memory is released when it ends.
 */
import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { messageOf } from "@sdl/model";
import { entryUrl } from "../../entry-url.js";
import type { OnFault } from "../../faults.js";
import type { ProgramFault } from "../../machine/program-log.js";
import type { RefreshRun } from "../refresh-request.js";
import type { RefreshCommand, RefreshMessage, SeparateResults, SeparateTask } from "./refresh-messages.js";

/** Callbacks and signals of a task in another process. */
type Following = Pick<RefreshRun, "signal" | "whenAskedFor" | "onProgress"> & { readonly onFault: OnFault };

/**
 * Runs a task in a process of its own, and waits until that process has ended or finished.
 * @returns `undefined` if it failed or could not be started: the caller then does the task itself, and meets the error
 * if it lasts
 * @throws the signal's reason
 */
export async function runSeparately<T extends SeparateTask>(
  task: T,
  following: Following,
): Promise<SeparateResults[T["kind"]] | undefined> {
  const { signal, whenAskedFor } = following;
  const entry = fileURLToPath(entryUrl("refresh-process"));
  const child = fork(entry, [], { serialization: "advanced", stdio: "ignore", execArgv: [] });
  if (!task.isAskedFor) lowerPriority(child);
  const onAbort = () => send(child, { kind: "abort" });
  const onAskedFor = () => send(child, { kind: "asked-for" });
  signal?.addEventListener("abort", onAbort);
  whenAskedFor?.addEventListener("abort", onAskedFor);
  try {
    const result = await followToEnd(child, task, following);
    signal?.throwIfAborted();
    return result as SeparateResults[T["kind"]] | undefined;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    whenAskedFor?.removeEventListener("abort", onAskedFor);
    if (child.connected) child.disconnect();
  }
}

/** Gives way to editors and questions. Raising the priority again needs privileges, so it stays low for callers that ask later. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The priority is an optimization: ignore failures.
  }
}

function followToEnd(
  child: ChildProcess,
  task: SeparateTask,
  { signal, onProgress, onFault }: Following,
): Promise<SeparateResults[keyof SeparateResults] | undefined> {
  return new Promise((resolve) => {
    // The fault of an aborted refresh is the abort.
    const tell = (fault: ProgramFault): void => (signal?.aborted === true ? undefined : onFault(fault));
    const endEarly = (how: string): void => {
      tell({ during: `a ${task.kind} in a separate process`, message: `${how}; this process does it` });
      resolve(undefined);
    };
    child.on("message", (message: RefreshMessage) => {
      if (message.kind === "progress") onProgress?.(message.progress);
      else if (message.kind === "fault") tell(message.fault);
      else {
        child.removeAllListeners("disconnect");
        resolve(message.result);
      }
    });
    child.once("disconnect", () => endEarly("it ended before it was done"));
    child.once("error", (error) => endEarly(messageOf(error)));
    send(child, task);
  });
}

/** Sends a command; a process that has ended or could not be started gets none. */
function send(child: ChildProcess, command: RefreshCommand): void {
  // An error is ignored: `disconnect` follows.
  if (child.connected) child.send(command, () => undefined);
}

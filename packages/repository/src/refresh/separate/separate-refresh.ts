/**
 * Refresh in a process of its own, for large changes: parts of a refresh block their thread, and editors and questions
 * would wait for it. Its memory is released when it ends.
 */
import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { messageOf } from "@sdl/model";
import { entryUrl } from "../../entry-url.js";
import type { OnFault } from "../../faults.js";
import type { ProgramFault } from "../../machine/program-log.js";
import type { RefreshResult, RefreshRun } from "../refresh-request.js";
import type { RefreshCommand, RefreshMessage, RefreshTask } from "./refresh-messages.js";

/** Callbacks and signals of a refresh in another process. */
type Following = Pick<RefreshRun, "signal" | "whenAskedFor" | "onProgress"> & { readonly onFault: OnFault };

/**
 * Runs a refresh in a process of its own, and waits until that process has ended or finished.
 * @returns `undefined` if it failed or could not be started: the caller then refreshes itself, and meets the error if it
 * lasts
 * @throws the signal's reason
 */
export async function refreshSeparately(task: RefreshTask, following: Following): Promise<RefreshResult | undefined> {
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
    return result;
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
  task: RefreshTask,
  { signal, onProgress, onFault }: Following,
): Promise<RefreshResult | undefined> {
  return new Promise((resolve) => {
    // The fault of an aborted refresh is the abort.
    const tell = (fault: ProgramFault): void => (signal?.aborted === true ? undefined : onFault(fault));
    const endEarly = (how: string): void => {
      tell({ during: "refreshing in a separate process", message: `${how}; the refresh continues in this process` });
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

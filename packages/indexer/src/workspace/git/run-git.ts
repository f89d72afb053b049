/**
 * Runner of git, the only one. Runs plumbing commands on objects only, in a private directory, with its own
 * environment, a deadline and a limit on the output. Git never reads a work tree, never fetches, never prompts, never
 * runs another program.
 */
import { spawn } from "node:child_process";
import { GitError } from "./git-error.js";

/** Commands that may run: none reads a work tree, an index or a configured program. */
export type GitCommand = "rev-list" | "merge-base" | "cat-file" | "ls-tree" | "diff-tree";

/** One run of git. */
export interface GitRun {
  readonly program: string;
  /** Private git directory; see private-directory.ts. */
  readonly directory: string;
  readonly command: GitCommand;
  readonly args: readonly string[];
  readonly input?: string;
  readonly maxBytes: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

const SAFE_SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.commitGraph=false",
  "core.quotePath=false",
  "log.showSignature=false",
  "protocol.allow=never",
  "diff.renameLimit=400",
].flatMap((setting) => ["-c", setting]);

function gitEnvironment(directory: string): Record<string, string> {
  const systemRoot = process.env["SystemRoot"];
  return {
    GIT_DIR: directory,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_PAGER: "",
    LC_ALL: "C",
    ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }),
  };
}

/**
 * Runs git. @returns its output @throws {GitError} `FAILED`, `DEADLINE`, `TOO_LARGE`, `UNAVAILABLE` @throws the
 * signal's reason
 */
export function runGit(run: GitRun): Promise<Buffer> {
  const { program, directory, command, args, input = "", maxBytes, deadlineMs, signal } = run;
  signal?.throwIfAborted();
  const child = spawn(program, ["--no-pager", ...SAFE_SETTINGS, command, ...args], {
    cwd: directory,
    env: gitEnvironment(directory),
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (error: unknown): void => {
      child.kill("SIGKILL");
      reject(error);
    };
    const timer = setTimeout(() => {
      fail(new GitError("DEADLINE", `git ${command} took longer than ${deadlineMs} ms; its answer is left out`));
    }, deadlineMs);
    const abort = (): void => fail(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    child.once("error", (cause) => reject(new GitError("UNAVAILABLE", "the git program cannot be run", { cause })));
    // Both pipes are absent if the process could not be started.
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) fail(new GitError("TOO_LARGE", `git ${command} says more than ${maxBytes} bytes`));
      else chunks.push(chunk);
    });
    // If git ends before it has read all input, its exit code tells why.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    child.once("close", (code) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new GitError("FAILED", `git ${command} failed (${code}): a damaged, partial or foreign repository`));
    });
  });
}

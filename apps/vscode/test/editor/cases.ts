/** Runner of a suite's cases inside an editor; writes the results where the script that opened the editor reads them. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import * as vscode from "vscode";

/** Folder for the results, passed by the script that opened the editor. */
export const PLACE = process.env["SDL_EDITOR_TEST"] ?? "";
const PROGRAM = join(process.env["SDL_EDITOR_EXTENSION"] ?? "", "server", "bundle", "sdl.js");

export interface Case {
  readonly name: string;
  readonly run: () => Promise<void>;
}

interface Outcome {
  readonly name: string;
  readonly ms: number;
  readonly failure?: string;
}

/** @throws {Error} if a case failed, so that the editor ends with exit code 1 */
export async function runCases(suite: string, cases: readonly Case[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of cases) {
    const startedMs = Date.now();
    const failure = await run().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    outcomes.push({ name, ms: Date.now() - startedMs, ...(failure === undefined ? {} : { failure }) });
    writeFileSync(join(PLACE, `${suite}.json`), JSON.stringify({ outcomes, isDone: false }));
  }
  writeFileSync(join(PLACE, `${suite}.json`), JSON.stringify({ outcomes, isDone: true }));
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) throw new Error(`failed: ${failed.map(({ name }) => name).join("; ")}`);
}

export interface Api {
  status(): { readonly kind: string; readonly text: string; readonly details: readonly string[] };
}

export async function activated(): Promise<Api> {
  const extension = vscode.extensions.getExtension<Api>("sdl.sdl-vscode");
  if (extension === undefined) throw new Error("the editor has no extension sdl.sdl-vscode");
  return extension.activate();
}

/** Repeats a request until the answer fits. @throws {Error} with the last answer, after some seconds */
export async function eventually<T>(
  ask: () => T | Thenable<T>,
  fits: (answer: T) => boolean,
  waitMs = 20_000,
): Promise<T> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > untilMs)
      throw new Error(`in ${waitMs} ms it never fitted; at last it was ${JSON.stringify(answer)?.slice(0, 800)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function equal(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`expected ${should}, it is ${is}`);
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(`it does not hold: ${what}`);
}

/** Output of the command `sdl`, run in a folder as a separate process like an agent's. */
export function sdl(folder: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** Waits until another process finds a function with this name, or no longer finds it. */
export function searched(folder: string, name: string, isFound: boolean): Promise<string> {
  return eventually(
    () => sdl(folder, "search", name),
    (text) => text.includes(`function ${name}(`) === isFound,
  );
}

/** Waits until another process finds no unsaved text. */
export function allSaved(folder: string): Promise<string> {
  return eventually(
    () => sdl(folder, "search", "core"),
    (text) => !text.includes("unsaved"),
  );
}

/** Process ids of the language servers that this editor started. */
export function serverProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        return words.includes(PROGRAM) && words.includes("lsp") && words.includes(`--clientProcessId=${process.pid}`);
      } catch {
        return false; // the process ended meanwhile
      }
    });
}

export function folder(index = 0): vscode.WorkspaceFolder {
  const found = vscode.workspace.workspaceFolders?.[index];
  if (found === undefined) throw new Error(`the editor has no folder ${index}`);
  return found;
}

export async function open(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.file(path)));
}

export async function append(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.lineAt(document.lineCount - 1).range.end;
  holds(await editor.edit((edit) => edit.insert(end, text)), "the editor takes the edit");
}

/** Closes all documents like a user who answers "don't save". */
export async function closeWithoutSaving(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}

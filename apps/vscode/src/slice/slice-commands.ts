/** Commands that build a slice for the symbol at the cursor, a failing test or a task description, and that copy slices and cards. */
import { env, type QuickPickItem, type Uri, window, workspace } from "vscode";
import type { SliceAnswer } from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { countWithNoun } from "../status/status-view.js";
import { cursorSubject } from "../views/places.js";
import type { SymbolItem } from "../views/symbol-item.js";
import type { SliceView } from "./slice-view.js";
import { isTestFile, TEST_GLOB } from "./test-files.js";

/** Maximum number of test files offered. */
const MAX_TESTS = 2000;

/** Handlers of the commands. */
export class SliceCommands {
  constructor(
    private readonly link: ServerLink,
    private readonly view: SliceView,
  ) {}

  async forSelection(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor === undefined) return;
    const word = editor.document.getText(editor.document.getWordRangeAtPosition(editor.selection.active));
    const name = workspace.asRelativePath(editor.document.uri);
    await this.build(word === "" || word.includes("\n") ? name : `${word} in ${name}`, cursorSubject(editor));
  }

  /** @param said task passed by another extension or a key binding; otherwise the user is asked */
  async forTask(said?: string): Promise<void> {
    const taskText =
      said ??
      (await window.showInputBox({
        title: "Slice for a task",
        prompt: "What do you want to do? Names of functions and files help.",
        placeHolder: "the login times out after a minute",
      }));
    if (taskText === undefined || taskText.trim() === "") return;
    await this.build(taskText.trim(), {
      taskText: taskText.trim(),
      ...documentParams(window.activeTextEditor?.document.uri),
    });
  }

  /** @param said test file passed by another extension or a key binding; otherwise the user picks one */
  async forFailingTest(said?: Uri): Promise<void> {
    const test = said ?? (await pickTest());
    if (test !== undefined)
      await this.build(`${workspace.asRelativePath(test)} fails`, { failingTest: { uri: test.toString() } });
  }

  async copy(): Promise<void> {
    const { shown } = this.view;
    if (shown === undefined) return;
    const { text, tokens } = shown.answer.markdown;
    await env.clipboard.writeText(text);
    window.showInformationMessage(
      `Copied: ${countWithNoun(shown.answer.symbols.length, "symbol")}, ${countWithNoun(tokens, "token")}.`,
    );
  }

  /** @param item item of a tree; without it, the symbol at the cursor */
  async copyCard(item: { readonly item?: SymbolItem } | undefined): Promise<void> {
    const symbol = item?.item?.symbol;
    const subject =
      symbol === undefined
        ? cursorSubject(window.activeTextEditor)
        : { symbolId: symbol.symbolId, textDocument: { uri: symbol.location.uri } };
    const { text } = await this.link.request<{ readonly text: string }>("sdl/card", subject);
    await env.clipboard.writeText(text);
    window.showInformationMessage(`Copied the card of ${symbol?.name ?? "the symbol at the cursor"}.`);
  }

  private async build(about: string, start: object): Promise<void> {
    const budget = workspace.getConfiguration("sdl").get<number>("slice.budget");
    const answer = await window.withProgress({ location: { viewId: "sdl.slice" } }, () =>
      this.link.request<SliceAnswer>("sdl/slice", { ...start, budget }),
    );
    await this.view.show({ about, answer });
  }
}

/** Folder of the active file, which determines the repository of a task. */
function documentParams(uri: Uri | undefined): object {
  const folder = uri && workspace.getWorkspaceFolder(uri);
  return folder === undefined ? {} : { folder: folder.uri.toString() };
}

/** Lets the user pick a test file; the one in the active editor is listed first. */
async function pickTest(): Promise<Uri | undefined> {
  const found = await workspace.findFiles(TEST_GLOB, "**/node_modules/**", MAX_TESTS);
  const tests = found.filter(({ path }) => isTestFile(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const active = window.activeTextEditor?.document.uri.toString();
  tests.sort((a, b) => Number(b.toString() === active) - Number(a.toString() === active));
  if (tests.length === 0) {
    window.showInformationMessage("The open folders contain no test file.");
    return undefined;
  }
  const items = tests.map((uri): QuickPickItem & { readonly uri: Uri } => ({
    label: workspace.asRelativePath(uri),
    uri,
  }));
  return (await window.showQuickPick(items, { title: "Slice for a failing test", placeHolder: "Which test fails?" }))
    ?.uri;
}

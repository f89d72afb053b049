/** Tree view of the memories: those linked to the file in the active editor, then all others. */
import { type Disposable, MarkdownString, ThemeIcon, TreeItem, type TreeView, Uri, window, workspace } from "vscode";
import type { MemoriesAnswer, Memory } from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { countWithNoun } from "../status/status-view.js";
import { cursorSubject } from "../views/places.js";
import { SymbolItem } from "../views/symbol-item.js";
import { type Node, Tree } from "../views/tree.js";
import { memoryGroups, memoryNote } from "./memory-tree.js";

/** The view in the sidebar. */
export class MemoriesView implements Disposable {
  private readonly tree = new Tree();
  private readonly view: TreeView<Node>;
  private readonly listening: readonly Disposable[];
  private memories: readonly Memory[] = [];
  /** Versions of the indexes from which the memories were requested. */
  private versions = "";

  constructor(private readonly link: ServerLink) {
    this.view = window.createTreeView("sdl.memories", { treeDataProvider: this.tree, showCollapseAll: true });
    this.listening = [
      window.onDidChangeActiveTextEditor(() => this.show()),
      this.view.onDidChangeVisibility(() => void this.refreshIfNew()),
      ...this.watchFiles(),
      link.onChange(() => void this.refreshIfNew()),
    ];
  }

  /** Requests the memories again. Failed requests are repeated when the server reports a change. */
  async refresh(): Promise<void> {
    const folders = this.link.folders.filter(({ index }) => index !== undefined);
    const answers = await Promise.all(
      folders.map(({ folder }) =>
        this.link.request<MemoriesAnswer>("sdl/memories", { folder, all: true }).catch(() => undefined),
      ),
    );
    this.memories = answers.flatMap((answer) => answer?.memories ?? []);
    const waiting = answers.reduce((sum, answer) => sum + (answer?.heldBack ?? 0), 0);
    this.view.message =
      waiting === 0 ? "" : `${countWithNoun(waiting, "memory file")} of the repository wait for: sdl memory adopt`;
    this.show();
  }

  dispose(): void {
    for (const one of [...this.listening, this.view]) one.dispose();
  }

  /** Watches the memory files, because agents store memories too. */
  private watchFiles(): Disposable[] {
    const watcher = workspace.createFileSystemWatcher("**/.sdl-memory/**");
    const refresh = () => {
      this.versions = "";
      void this.refreshIfNew();
    };
    return [watcher, watcher.onDidCreate(refresh), watcher.onDidChange(refresh), watcher.onDidDelete(refresh)];
  }

  private async refreshIfNew(): Promise<void> {
    const versions = JSON.stringify(this.link.folders.map(({ index }) => index?.version));
    if (!this.view.visible || versions === this.versions) return;
    this.versions = versions;
    await this.refresh();
  }

  private show(): void {
    const uri = window.activeTextEditor?.document.uri.toString();
    this.tree.show(
      memoryGroups(this.memories, uri).map(({ title, memories }) => ({
        item: new TreeItem(title),
        children: memories.map(memoryNode),
      })),
    );
  }
}

function memoryNode(memory: Memory): Node {
  const item = new TreeItem(memory.title);
  item.description = memoryNote(memory);
  item.tooltip = new MarkdownString(memory.content);
  item.iconPath = new ThemeIcon(memory.stale ? "warning" : "note");
  if (memory.uri !== undefined)
    item.command = { title: "Open", command: "vscode.open", arguments: [Uri.parse(memory.uri), { preview: true }] };
  return { item, children: memory.about.map((symbol) => ({ item: new SymbolItem(symbol, symbol.file) })) };
}

/** Title and text that the user typed. */
export interface MemoryInput {
  readonly title: string;
  readonly content: string;
}

/**
 * Stores a memory linked to the symbol at the cursor.
 * @param said memory passed by another extension; if absent, the user is asked
 * @returns whether a memory was stored
 */
export async function storeMemory(link: ServerLink, said?: MemoryInput): Promise<boolean> {
  const subject = cursorSubject(window.activeTextEditor);
  const memory = said ?? (await askMemory());
  if (memory === undefined) return false;
  await link.request("sdl/storeMemory", { ...subject, ...memory });
  window.showInformationMessage(`Remembered: ${memory.title}`);
  return true;
}

async function askMemory(): Promise<MemoryInput | undefined> {
  const title = await window.showInputBox({
    title: "Store a memory (1 of 2)",
    prompt: "What should be known here, in a few words?",
    validateInput: (text) => (text.length > 120 ? "At most 120 characters" : undefined),
  });
  if (title === undefined || title.trim() === "") return undefined;
  const content = await window.showInputBox({ title: "Store a memory (2 of 2)", prompt: "Why is it so?" });
  if (content === undefined) return undefined;
  return { title: title.trim(), content: content.trim() || title.trim() };
}

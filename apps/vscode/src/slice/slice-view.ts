/** The current slice: its tree, and its text as a document. */
import {
  commands,
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  ThemeIcon,
  TreeItem,
  type TreeView,
  Uri,
  window,
  workspace,
} from "vscode";
import type { SliceAnswer } from "../server/answers.js";
import { counted } from "../status/status-view.js";
import { SymbolItem } from "../views/symbol-item.js";
import { type Node, Tree } from "../views/tree.js";
import { type FileNode, sliceNote, sliceTree } from "./slice-tree.js";

export interface ShownSlice {
  /** What it is for, in words. */
  readonly about: string;
  readonly answer: SliceAnswer;
}

const DOCUMENT = Uri.parse("sdl-slice:Slice.md");

export class SliceView implements Disposable, TextDocumentContentProvider {
  private readonly tree = new Tree();
  private readonly view: TreeView<Node>;
  private readonly changes = new EventEmitter<Uri>();
  private readonly provider: Disposable;
  readonly onDidChange = this.changes.event;
  shown: ShownSlice | undefined;

  constructor() {
    this.view = window.createTreeView("sdl.slice", { treeDataProvider: this.tree, showCollapseAll: true });
    this.provider = workspace.registerTextDocumentContentProvider(DOCUMENT.scheme, this);
  }

  async show(slice: ShownSlice): Promise<void> {
    this.shown = slice;
    const { about, answer } = slice;
    this.tree.show(sliceTree(answer.symbols).map(fileNode));
    this.view.message = about;
    this.view.description = `${answer.tokens ?? 0} of ${answer.allowed ?? 0} tokens`;
    this.changes.fire(DOCUMENT);
    await commands.executeCommand("setContext", "sdl.hasSlice", true);
    await commands.executeCommand("sdl.slice.focus");
  }

  async openDocument(): Promise<void> {
    await commands.executeCommand("markdown.showPreviewToSide", DOCUMENT);
  }

  provideTextDocumentContent(): string {
    if (this.shown === undefined) return "There is no slice yet.\n";
    const { about, answer } = this.shown;
    const files = new Set(answer.symbols.map(({ file }) => file)).size;
    const size = `${counted(answer.symbols.length, "symbol")} in ${counted(files, "file")}, ${counted(answer.markdown.tokens, "token")}`;
    return `# ${about}\n\n${size}\n\n${answer.markdown.text}\n`;
  }

  dispose(): void {
    this.provider.dispose();
    this.view.dispose();
    this.changes.dispose();
  }
}

function fileNode({ file, uri, symbols }: FileNode): Node {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const item = new TreeItem(name);
  item.resourceUri = Uri.parse(uri);
  item.iconPath = ThemeIcon.File;
  item.description = file.slice(0, Math.max(0, file.length - name.length - 1));
  item.tooltip = file;
  return { item, children: symbols.map((symbol) => ({ item: new SymbolItem(symbol, sliceNote(symbol)) })) };
}

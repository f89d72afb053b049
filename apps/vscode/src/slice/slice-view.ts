/** View of the current slice: its tree, and its text as a document. */
import { commands, type Disposable, ThemeIcon, TreeItem, type TreeView, Uri, window } from "vscode";
import type { SliceAnswer } from "../server/answers.js";
import { countWithNoun } from "../status/status-view.js";
import type { Documents } from "../views/documents.js";
import { SymbolItem } from "../views/symbol-item.js";
import { type Node, Tree } from "../views/tree.js";
import { type FileNode, sliceNote, sliceTree } from "./slice-tree.js";

/** Content of the view: a task or start symbol, and the server's answer. */
export interface ShownSlice {
  /** Task or start of the slice, as text. */
  readonly about: string;
  readonly answer: SliceAnswer;
}

const DOCUMENT_NAME = "Slice.md";

/** The view in the sidebar. */
export class SliceView implements Disposable {
  private readonly tree = new Tree();
  private readonly view: TreeView<Node>;
  shown: ShownSlice | undefined;

  constructor(private readonly documents: Documents) {
    this.view = window.createTreeView("sdl.slice", { treeDataProvider: this.tree, showCollapseAll: true });
  }

  async show(slice: ShownSlice): Promise<void> {
    this.shown = slice;
    const { about, answer } = slice;
    this.tree.show(sliceTree(answer.symbols).map(fileNode));
    this.view.message = about;
    this.view.description = `${answer.tokens ?? 0} of ${answer.allowed ?? 0} tokens`;
    this.documents.write(DOCUMENT_NAME, sliceDocument(slice));
    await commands.executeCommand("setContext", "sdl.hasSlice", true);
    await commands.executeCommand("sdl.slice.focus");
  }

  /** Parameters of the request for the slice's picture: its symbols, and a document that determines the repository. */
  graphSubject(): object {
    const { about = "", answer } = this.shown ?? {};
    const symbols = answer?.symbols ?? [];
    const [first] = symbols;
    return {
      symbols: { title: about, ids: symbols.map(({ symbolId }) => symbolId) },
      ...(first === undefined ? {} : { textDocument: { uri: first.location.uri } }),
    };
  }

  async openDocument(): Promise<void> {
    await this.documents.show(DOCUMENT_NAME);
  }

  dispose(): void {
    this.view.dispose();
  }
}

function sliceDocument({ about, answer }: ShownSlice): string {
  const files = new Set(answer.symbols.map(({ file }) => file)).size;
  const size = `${countWithNoun(answer.symbols.length, "symbol")} in ${countWithNoun(files, "file")}, ${countWithNoun(answer.markdown.tokens, "token")}`;
  return `# ${about}\n\n${size}\n\n${answer.markdown.text}\n`;
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

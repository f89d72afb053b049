/** View of the blast radius: symbols that the editors' text, saved or not, changes since the last commit, and symbols that they may affect. */
import { commands, type Disposable, ThemeIcon, TreeItem, type TreeView, window } from "vscode";
import type { BlastRadiusAnswer } from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { SymbolItem } from "../views/symbol-item.js";
import { type Node, Tree } from "../views/tree.js";
import { type RadiusEntry, radiusGroups, radiusSummary } from "./blast-radius-tree.js";

/** The view in the sidebar. */
export class BlastRadiusView implements Disposable {
  private readonly tree = new Tree();
  private readonly view: TreeView<Node>;

  constructor(private readonly link: ServerLink) {
    this.view = window.createTreeView("sdl.blastRadius", { treeDataProvider: this.tree, showCollapseAll: true });
  }

  /** @param subject identifies the repository */
  async compare(subject: object): Promise<BlastRadiusAnswer> {
    const answer = await window.withProgress({ location: { viewId: "sdl.blastRadius" } }, () =>
      this.link.request<BlastRadiusAnswer>("sdl/blastRadius", subject),
    );
    this.view.message = radiusSummary(answer);
    this.tree.show(
      radiusGroups(answer).map(({ title, entries }) => ({
        item: new TreeItem(title),
        children: entries.map(entryNode),
      })),
    );
    await commands.executeCommand("sdl.blastRadius.focus");
    return answer;
  }

  dispose(): void {
    this.view.dispose();
  }
}

function entryNode({ name, note, tooltip, symbol }: RadiusEntry): Node {
  if (symbol !== undefined) {
    const item = new SymbolItem(symbol, note);
    item.tooltip = tooltip;
    return { item };
  }
  const item = new TreeItem(name);
  item.description = note;
  item.tooltip = tooltip;
  item.iconPath = new ThemeIcon("trash");
  return { item };
}

/** Tree data provider for nodes that contain their children. */
import { type Event, EventEmitter, type TreeDataProvider, type TreeItem, TreeItemCollapsibleState } from "vscode";

/** An item with the nodes below it. */
export interface Node {
  readonly item: TreeItem;
  readonly children?: readonly Node[];
}

/** Provides the current nodes to a view. */
export class Tree implements TreeDataProvider<Node> {
  private readonly changes = new EventEmitter<void>();
  private roots: readonly Node[] = [];
  readonly onDidChangeTreeData: Event<void> = this.changes.event;

  show(roots: readonly Node[]): void {
    this.roots = roots;
    this.changes.fire();
  }

  getChildren(node?: Node): Node[] {
    return [...(node === undefined ? this.roots : (node.children ?? []))];
  }

  getTreeItem({ item, children = [] }: Node): TreeItem {
    if (children.length > 0 && item.collapsibleState === TreeItemCollapsibleState.None)
      item.collapsibleState = TreeItemCollapsibleState.Expanded;
    return item;
  }
}

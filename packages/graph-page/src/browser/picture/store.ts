/** What the user chose, and who is told when that changes. Knows no element of the page. */
import { blastRadius } from "./blast-radius.js";
import type { EdgeFilter, Graph, GraphNode } from "./graph.js";

export interface State extends EdgeFilter {
  /** A node whose callers and callees are shown. */
  readonly chosen: number | undefined;
  /** Steps by node, where the chosen node's blast radius is shown. */
  readonly blast: ReadonlyMap<number, number> | undefined;
  /** A cluster that stands out from the rest. */
  readonly cluster: number | undefined;
  /** What is pointed at, or active in the list. */
  readonly active: number | undefined;
  /** Clusters whose nodes are shown, where they are closed at first; the last opened last. */
  readonly opened: readonly number[];
}

type Listener = (state: State, before: State) => void;

export interface StoreOptions {
  readonly startsClosed: boolean;
  /** Opening another cluster closes the one that was opened first, as long as more nodes than these are shown. */
  readonly mostOpen: number;
}

export class Store {
  private readonly listeners: Listener[] = [];
  private readonly sizes = new Map<number, number>();
  private current: State = {
    ...{ chosen: undefined, blast: undefined, cluster: undefined, active: undefined },
    ...{ opened: [], hiddenKinds: new Set(), minConfidence: 0 },
  };

  constructor(
    readonly graph: Graph,
    private readonly options: StoreOptions,
  ) {
    for (const { cluster } of graph.nodes) this.sizes.set(cluster, (this.sizes.get(cluster) ?? 0) + 1);
  }

  get state(): State {
    return this.current;
  }

  get startsClosed(): boolean {
    return this.options.startsClosed;
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  isOpen(cluster: number): boolean {
    return !this.options.startsClosed || this.current.opened.includes(cluster);
  }

  /** How many nodes of the picture a cluster has. */
  sizeOf(cluster: number): number {
    return this.sizes.get(cluster) ?? 0;
  }

  /** Opens the node's cluster where that is closed. */
  choose(node: GraphNode): void {
    const opened = this.withOpen(node.cluster);
    this.change({ chosen: node.number, blast: undefined, cluster: undefined, opened });
  }

  showBlastRadius(node: GraphNode): void {
    const blast = blastRadius(this.graph, node.number, this.current);
    const opened = this.withOpen(node.cluster);
    this.change({ chosen: node.number, blast, cluster: undefined, opened });
  }

  point(active: number | undefined): void {
    if (active !== this.current.active) this.change({ active });
  }

  highlight(cluster: number | undefined): void {
    this.change({ cluster, chosen: undefined, blast: undefined });
  }

  toggleCluster(cluster: number): void {
    const { opened } = this.current;
    this.change({
      opened: opened.includes(cluster) ? opened.filter((one) => one !== cluster) : this.withOpen(cluster),
    });
  }

  /** A blast radius that is shown follows the edges that count now. */
  filter(filter: Partial<EdgeFilter>): void {
    const { chosen, blast } = this.current;
    const next = { ...this.current, ...filter };
    const again = blast === undefined || chosen === undefined ? undefined : blastRadius(this.graph, chosen, next);
    this.change({ ...filter, blast: again });
  }

  /** One step back: from a blast radius to the symbol, from that to the whole picture. @returns whether there was one */
  back(): boolean {
    const { chosen, blast, cluster } = this.current;
    if (blast !== undefined) this.change({ blast: undefined });
    else if (chosen !== undefined || cluster !== undefined) this.change({ chosen: undefined, cluster: undefined });
    else return false;
    return true;
  }

  private withOpen(cluster: number): readonly number[] {
    const { opened } = this.current;
    if (this.isOpen(cluster)) return opened;
    const open = [...opened, cluster];
    const shown = () => open.reduce((sum, one) => sum + this.sizeOf(one), 0);
    while (open.length > 1 && shown() > this.options.mostOpen) open.shift();
    return open;
  }

  private change(patch: Partial<State>): void {
    const before = this.current;
    this.current = { ...before, ...patch };
    for (const listener of this.listeners) listener(this.current, before);
  }
}

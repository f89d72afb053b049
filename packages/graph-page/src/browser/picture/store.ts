/** Store of what the user chose; notifies listeners of changes. Knows no element of the page. */
import { blastRadius } from "./blast-radius.js";
import type { EdgeFilter, Graph, GraphNode } from "./graph.js";

/** The user's choices: node, blast radius, clusters and filter. */
export interface State extends EdgeFilter {
  /** The node whose callers and callees are shown. */
  readonly chosen: number | undefined;
  /** Distance by node, while the chosen node's blast radius is shown. */
  readonly blast: ReadonlyMap<number, number> | undefined;
  /** The cluster that is highlighted. */
  readonly cluster: number | undefined;
  /** The node under the pointer, or active in the list. */
  readonly active: number | undefined;
  /** Clusters that are open, in the order of opening; used if clusters are closed at first. */
  readonly opened: readonly number[];
}

type Listener = (state: State, before: State) => void;

/** How a store starts. */
export interface StoreOptions {
  readonly startsClosed: boolean;
  /** Limit of shown nodes: opening a cluster closes those opened first while the limit is exceeded. */
  readonly mostOpen: number;
}

/** The state of one page. */
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

  /** Number of nodes in a cluster. */
  clusterNodeCount(cluster: number): number {
    return this.sizes.get(cluster) ?? 0;
  }

  /** Chooses a node and opens its cluster if needed. */
  choose(node: GraphNode): void {
    const opened = this.withOpen(node.cluster);
    this.changeState({ chosen: node.number, blast: undefined, cluster: undefined, opened });
  }

  showBlastRadius(node: GraphNode): void {
    const blast = blastRadius(this.graph, node.number, this.current);
    const opened = this.withOpen(node.cluster);
    this.changeState({ chosen: node.number, blast, cluster: undefined, opened });
  }

  pointAtNode(active: number | undefined): void {
    if (active !== this.current.active) this.changeState({ active });
  }

  highlightClusterNumber(cluster: number | undefined): void {
    this.changeState({ cluster, chosen: undefined, blast: undefined });
  }

  toggleCluster(cluster: number): void {
    const { opened } = this.current;
    this.changeState({
      opened: opened.includes(cluster) ? opened.filter((one) => one !== cluster) : this.withOpen(cluster),
    });
  }

  /** Changes the filter. A shown blast radius is recomputed. */
  changeFilter(filter: Partial<EdgeFilter>): void {
    const { chosen, blast } = this.current;
    const next = { ...this.current, ...filter };
    const again = blast === undefined || chosen === undefined ? undefined : blastRadius(this.graph, chosen, next);
    this.changeState({ ...filter, blast: again });
  }

  /**
   * Goes one step back: from a blast radius to the symbol, from the symbol to the whole picture. @returns false if
   * there was none
   */
  back(): boolean {
    const { chosen, blast, cluster } = this.current;
    if (blast !== undefined) this.changeState({ blast: undefined });
    else if (chosen !== undefined || cluster !== undefined) this.changeState({ chosen: undefined, cluster: undefined });
    else return false;
    return true;
  }

  private withOpen(cluster: number): readonly number[] {
    const { opened } = this.current;
    if (this.isOpen(cluster)) return opened;
    const open = [...opened, cluster];
    const shown = () => open.reduce((sum, one) => sum + this.clusterNodeCount(one), 0);
    while (open.length > 1 && shown() > this.options.mostOpen) open.shift();
    return open;
  }

  private changeState(patch: Partial<State>): void {
    const before = this.current;
    this.current = { ...before, ...patch };
    for (const listener of this.listeners) listener(this.current, before);
  }
}

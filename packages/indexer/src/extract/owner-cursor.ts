/** Cursor over the owners of nodes: for nodes in ascending order, the innermost declaration around each. */
export class OwnerCursor {
  /** The owner is the same for all nodes before this one. */
  boundary = 0;
  private readonly starts: readonly number[];
  private readonly order: readonly number[];
  private readonly names: readonly number[];
  private nextStart = 0;
  private nextName = 0;
  private readonly ends: number[] = [];
  private readonly owners: number[] = [];
  private owner = 0;
  private end: number;

  /**
   * @param next the row after each node's subtree
   * @param symbolNodes, nameNodes by symbol ordinal; the module's are ignored
   */
  constructor(
    private readonly next: Uint32Array,
    count: number,
    symbolNodes: readonly number[],
    nameNodes: readonly number[],
  ) {
    this.end = count;
    const symbols = symbolNodes.map((_, symbol) => symbol).slice(1);
    symbols.sort((a, b) => (symbolNodes[a] as number) - (symbolNodes[b] as number) || a - b);
    this.order = symbols;
    this.starts = symbols.map((symbol) => symbolNodes[symbol] as number);
    this.names = nameNodes.slice(1).sort((a, b) => a - b);
  }

  /**
   * The owner of `node`. Nodes must ascend from call to call and no boundary may be skipped. Of several declarations at
   * one node the last one counts.
   */
  at(node: number): number {
    while (node >= this.end && this.ends.length > 0) {
      this.end = this.ends.pop() as number;
      this.owner = this.owners.pop() as number;
    }
    while (this.starts[this.nextStart] === node) {
      this.ends.push(this.end);
      this.owners.push(this.owner);
      this.owner = this.order[this.nextStart++] as number;
      this.end = this.next[node] as number;
    }
    const start = this.starts[this.nextStart];
    this.boundary = start === undefined || start > this.end ? this.end : start;
    return this.owner;
  }

  /** Whether `node` is the name of a declaration. Nodes must ascend from call to call. */
  isName(node: number): boolean {
    while ((this.names[this.nextName] as number) < node) this.nextName++;
    return this.names[this.nextName] === node;
  }

  /** Whether the next declaration in source order starts at `node`. */
  startsAt(node: number): boolean {
    return this.starts[this.nextStart] === node;
  }
}

/** Which symbol a node belongs to, asked in the order of nodes: the innermost declaration around it. */
export class OwnerCursor {
  /** The owner stays the same up to this node. */
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
   * @param symbolNodes, nameNodes by symbol ordinal; the module's are left out
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

  /** The owner of `node`; nodes only rise from call to call, and no boundary is passed over. Of declarations at one node, the last. */
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

  /** Whether `node` is the name of a declaration; nodes only rise from call to call. */
  isName(node: number): boolean {
    while ((this.names[this.nextName] as number) < node) this.nextName++;
    return this.names[this.nextName] === node;
  }

  /** Whether the next declaration in source order starts at `node`. */
  startsAt(node: number): boolean {
    return this.starts[this.nextStart] === node;
  }
}

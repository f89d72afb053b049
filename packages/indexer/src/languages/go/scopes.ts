/**
 * Blocks of a Go file with their bindings. A name is visible after its declaration, so blocks are filled during the
 * second pass, and a lookup states the row from which it asks.
 */
import type { OpenPart } from "../kit/row-walk.js";

/** How a local's value follows from the expression that it is given. */
export const Form = {
  /** As it is. */
  Value: 0,
  /** An item of the value. */
  Element: 1,
  /** A key of the value; for a channel, which has no keys, an item. */
  Key: 2,
  /** An instance of the type that the node names. */
  Type: 3,
  /** A part of a tuple: 4 plus its index. */
  Part: 4,
} as const;

/** The meaning of a name in a block. */
export interface BoundName {
  readonly name: number;
  /** The first row that sees it. */
  readonly from: number;
  /** The node from which a local takes its value, in the way that `form` states; absent if unknown. */
  readonly given?: number;
  readonly form?: number;
  /** The expression of what is no local: a type parameter, a type, the receiver. */
  readonly expr?: number;
}

/** One name in one block. */
export interface GoBinding extends BoundName {
  readonly block: GoBlock;
  /** The binding of the name in an outer block, restored when this block closes. */
  readonly outer: GoBinding | undefined;
  /** Row of the local; created at the first use, -1 before. */
  local: number;
}

/** A part of a file: a declaration, a function, a block. */
export interface GoBlock extends OpenPart<GoBlock> {
  /** The symbol that owned references around. */
  readonly outerOwner: number;
  /** The symbol that owns references inside. */
  readonly owner: number;
  readonly bindings: GoBinding[];
  /** Bindings that became locals and whose values are still to be written. */
  readonly pending: GoBinding[];
}

/** The current binding of each name in the open blocks. */
export class OpenNames {
  private readonly current: (GoBinding | undefined)[] = [];

  bind(block: GoBlock, bound: BoundName): void {
    const binding = { ...bound, block, outer: this.current[bound.name], local: -1 };
    this.current[bound.name] = binding;
    block.bindings.push(binding);
  }

  closeBlock({ bindings }: GoBlock): void {
    for (let at = bindings.length - 1; at >= 0; at--) {
      const binding = bindings[at] as GoBinding;
      this.current[binding.name] = binding.outer;
    }
  }

  /** Whether the block itself binds the name. */
  isBoundInBlock(block: GoBlock, name: number): boolean {
    return this.current[name]?.block === block;
  }

  /** What `name`, standing at `row`, is bound to inside of functions; `undefined` for a name of the file, the package or the language. */
  find(name: number, row: number): GoBinding | undefined {
    let found = this.current[name];
    while (found !== undefined && found.from > row) found = found.outer;
    return found;
  }
}

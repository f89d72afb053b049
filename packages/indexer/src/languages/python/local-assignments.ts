/** Assignments of local variables, as rows of the tree. */

/** More assignments of one name than this, and every use sees all of them. */
export const MAX_ASSIGNMENTS = 48;

/** One assignment to a local. */
export interface Assignment {
  /** Node of the expression, or none where it is unknown. */
  readonly node: number;
  /** How it is to be taken, see `Wrap`. */
  readonly wrap: number;
  /** Row of the target. */
  readonly at: number;
  /** The first row that sees it. */
  readonly from: number;
}

export interface Reaching {
  readonly assignments: readonly Assignment[];
  /** Whether what the name held at first, a parameter's argument, may still be there. */
  readonly withInitial: boolean;
}

/**
 * Pair of indexes over one history: one at a commit's parent, the other at the commit. An index that is already at the
 * requested commit is reused.
 */
import { join } from "node:path";
import type { Repository } from "@sdl/engine";
import { Checkout } from "../replay/checkout.js";
import type { Clone } from "../replay/git.js";

/** Two checkouts of one clone. */
export class Checkouts {
  private constructor(private readonly pair: readonly [Checkout, Checkout]) {}

  static async open(clone: Clone, folder: string): Promise<Checkouts> {
    return new Checkouts([
      await Checkout.open(clone, join(folder, "one")),
      await Checkout.open(clone, join(folder, "other")),
    ]);
  }

  /** Moves both indexes to one commit; the second one may then be edited. */
  async twice(
    commit: string,
  ): Promise<{ readonly base: Repository; readonly edited: Repository; readonly root: string }> {
    const [base, edited] = this.pair;
    await base.moveTo(commit);
    await edited.moveTo(commit);
    return { base: base.repository, edited: edited.repository, root: edited.root };
  }

  async moveToCommit(
    parent: string,
    commit: string,
  ): Promise<{ readonly before: Repository; readonly after: Repository }> {
    const [one, other] = this.pair;
    const [before, after] = other.isAt(parent) || one.isAt(commit) ? [other, one] : [one, other];
    await before.moveTo(parent);
    await after.moveTo(commit);
    return { before: before.repository, after: after.repository };
  }

  async close(): Promise<void> {
    for (const { repository } of this.pair) await repository.close();
  }
}

/** Two indexes over one history: one at a commit's parent, the other at the commit. Whoever stands where the next begins stays. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace, type Workspace } from "@sdl/engine";
import { type Clone, WorkTree } from "../replay/git.js";

/** A work tree of a repository that borrows the clone's objects, indexed with its history. */
export class Checkout {
  private at: string | undefined;

  private constructor(
    private readonly tree: WorkTree,
    readonly workspace: Workspace,
  ) {}

  static async open(clone: Clone, folder: string): Promise<Checkout> {
    mkdirSync(folder, { recursive: true });
    const tree = new WorkTree(clone, folder);
    execFileSync("git", ["init", "-q", tree.root], { stdio: "ignore" });
    const objects = clone.run(["rev-parse", "--path-format=absolute", "--git-path", "objects"]).trim();
    writeFileSync(join(tree.root, ".git/objects/info/alternates"), `${objects}\n`);
    const storeDirectory = join(folder, "store");
    return new Checkout(tree, await openWorkspace({ rootPath: tree.root, repoId: "replay", storeDirectory }));
  }

  isAt(commit: string): boolean {
    return this.at === commit;
  }

  get root(): string {
    return this.tree.root;
  }

  /** Indexes the commit, and derives its layers: their history ends with it. */
  async moveTo(commit: string): Promise<void> {
    if (this.at === commit) return;
    await this.index(commit);
    await this.workspace.settle();
    this.at = commit;
  }

  /** Indexes the commit, and waits for nothing else. */
  async index(commit: string): Promise<void> {
    this.tree.checkOut(commit);
    writeFileSync(join(this.tree.root, ".git/HEAD"), `${commit}\n`);
    await this.workspace.refresh({ mode: "incremental" });
  }
}

export class Checkouts {
  private constructor(private readonly pair: readonly [Checkout, Checkout]) {}

  static async open(clone: Clone, folder: string): Promise<Checkouts> {
    return new Checkouts([
      await Checkout.open(clone, join(folder, "one")),
      await Checkout.open(clone, join(folder, "other")),
    ]);
  }

  /** Both at one commit; the second may be edited. */
  async twice(
    commit: string,
  ): Promise<{ readonly base: Workspace; readonly edited: Workspace; readonly root: string }> {
    const [base, edited] = this.pair;
    await base.moveTo(commit);
    await edited.moveTo(commit);
    return { base: base.workspace, edited: edited.workspace, root: edited.root };
  }

  async step(parent: string, commit: string): Promise<{ readonly before: Workspace; readonly after: Workspace }> {
    const [one, other] = this.pair;
    const [before, after] = other.isAt(parent) || one.isAt(commit) ? [other, one] : [one, other];
    await before.moveTo(parent);
    await after.moveTo(commit);
    return { before: before.workspace, after: after.workspace };
  }

  async close(): Promise<void> {
    for (const { workspace } of this.pair) await workspace.close();
  }
}

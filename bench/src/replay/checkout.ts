/**
 * Checkout of one commit after another as a user has it: files, git's history up to the commit, and an index that is
 * updated from one to the next.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRepository, type Repository } from "@sdl/engine";
import { type Clone, WorkTree } from "./git.js";

/** A work tree that borrows the clone's objects, indexed with its history. */
export class Checkout {
  private at: string | undefined;

  /** @param tree prepared by {@link prepareTree} */
  constructor(
    private readonly tree: WorkTree,
    readonly repository: Repository,
  ) {}

  static async open(clone: Clone, folder: string): Promise<Checkout> {
    const tree = new WorkTree(clone, folder);
    const rootPath = prepareTree(clone, tree);
    const storeDirectory = join(folder, "store");
    return new Checkout(tree, await openRepository({ rootPath, repoId: "replay", storeDirectory }));
  }

  isAt(commit: string): boolean {
    return this.at === commit;
  }

  get root(): string {
    return this.tree.root;
  }

  /** Indexes a commit and derives its layers, whose history ends with it. */
  async moveTo(commit: string): Promise<void> {
    if (this.at === commit) return;
    await this.index(commit);
    await this.repository.settle();
    this.at = commit;
  }

  /** Indexes a commit without waiting for derived layers. */
  async index(commit: string): Promise<void> {
    this.tree.checkOut(commit);
    writeFileSync(join(this.tree.root, ".git/HEAD"), `${commit}\n`);
    await this.repository.refresh({ mode: "incremental" });
  }
}

/** Turns a tree into a repository that borrows the clone's objects. @returns its root */
export function prepareTree(clone: Clone, { root }: WorkTree): string {
  execFileSync("git", ["init", "-q", root], { stdio: "ignore" });
  const objects = clone.run(["rev-parse", "--path-format=absolute", "--git-path", "objects"]).trim();
  writeFileSync(join(root, ".git/objects/info/alternates"), `${objects}\n`);
  return root;
}

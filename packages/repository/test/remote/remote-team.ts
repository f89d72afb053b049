/** A team for tests: a git repository, clones of it, and a remote in a folder. */
import { join } from "node:path";
import { canonicalDump } from "@sdl/graph";
import { openRemote, type RemoteStore } from "@sdl/remote";
import { onTestFinished } from "vitest";
import { openRepository, type RemotePlace, type Repository } from "../../src/index.js";
import { GitFixture, makePlace } from "../../src/testing/index.js";

/** Name of the repository at the remote. */
export const REPOSITORY = "acme/app";

/** One clone with its index. */
export interface Member {
  readonly git: GitFixture;
  readonly repository: Repository;
  readonly notices: string[];
  /** Indexes what differs. */
  index(): Promise<{ readonly addedFiles: number; readonly changedFiles: number; readonly removedFiles: number }>;
  dump(): string;
}

/** The team. */
export class Team {
  private readonly place = makePlace("origin");
  readonly origin = GitFixture.make(this.place.root);
  readonly remote: RemotePlace = { name: "team", url: join(this.place.folder, "remote"), repository: REPOSITORY };
  private clones = 0;

  private constructor() {
    onTestFinished(() => this.place.remove());
  }

  /** A team whose remote is empty. */
  static async make(): Promise<Team> {
    const team = new Team();
    await (await openRemote(team.remote.url, { create: true })).close();
    return team;
  }

  /** The remote's store. */
  async store(): Promise<RemoteStore> {
    const store = await openRemote(this.remote.url);
    onTestFinished(() => store.close());
    return store;
  }

  /** A new clone without an index. @param hasRemote whether its first index begins with the remote */
  async clone(hasRemote = true): Promise<Member> {
    const root = join(this.place.folder, `clone${++this.clones}`);
    this.origin.git("clone", "-q", this.place.root, root);
    return this.open(root, hasRemote);
  }

  private async open(root: string, hasRemote: boolean): Promise<Member> {
    const notices: string[] = [];
    const repository = await openRepository({
      rootPath: root,
      repoId: "app",
      onNotice: (text) => notices.push(text),
      ...(hasRemote ? { remote: () => this.remote } : {}),
    });
    onTestFinished(() => repository.close());
    return {
      git: GitFixture.at(root),
      repository,
      notices,
      index: () => repository.refresh({ mode: "incremental", reason: "the test" }),
      dump: () => [...canonicalDump(repository.snapshot())].join("\n"),
    };
  }

  /** Dump of an index that was made from the files alone. */
  async scratchDump(): Promise<string> {
    const scratch = await this.clone(false);
    await scratch.index();
    return scratch.dump();
  }

  /** Indexes a clone of the origin and pushes it. */
  async pushHead(): Promise<Member> {
    const member = await this.clone();
    await member.index();
    await member.repository.pushIndex(this.remote, undefined);
    return member;
  }
}

/** Repositories cut from the corpora, each committed in a git repository of its own, indexed, and pushed as `sdl push` does. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { addRepositoryRemote, type Engine, openEngine, pushRepository } from "@sdl/engine";
import { openLedger } from "@sdl/graph";
import type { SymbolGraph } from "@sdl/model/graph";
import { type CorpusFile, copyFiles, mixedFiles, runGit } from "../mixed-repository.js";

/** A repository that is pushed. */
export interface PartRepository {
  /** Its name at the remote: `owner/name`. */
  readonly name: string;
  readonly root: string;
  readonly files: readonly CorpusFile[];
}

/** Owners that share the repositories. */
const OWNERS = 7;
const INDEX = ".sdl";

/** Repositories of a folder, whether they are there or not, and the home of the user who has them. */
export class PartRepositories {
  readonly home: string;

  constructor(private readonly folder: string) {
    this.home = join(folder, "home");
  }

  /** Runs of the mix of corpora by path, of equally many files. @throws {Error} if the corpora are not fetched */
  cut(count: number, filesEach: number): readonly PartRepository[] {
    const all = mixedFiles(count * filesEach);
    return Array.from({ length: count }, (_, i) =>
      this.at(`owner${i % OWNERS}/part${i}`, all.slice(i * filesEach, (i + 1) * filesEach)),
    );
  }

  /** One repository of the first files of the mix. @throws {Error} if the corpora are not fetched */
  large(files: number): PartRepository {
    return this.at("owner0/large", mixedFiles(files));
  }

  /** Commits and indexes a repository, derived layers included; does nothing if that was done before. */
  async prepare(repository: PartRepository): Promise<void> {
    const { root, name, files } = repository;
    if (existsSync(join(root, INDEX))) return;
    rmSync(root, { recursive: true, force: true });
    copyFiles(files, root);
    runGit(root, "init", "-q", "-b", "main");
    runGit(root, "remote", "add", "origin", `https://git.example.org/${name}.git`);
    runGit(root, "add", "-A");
    runGit(root, "commit", "-q", "-m", "all files");
    await this.withEngine(repository, async (engine, repoId) => {
      const opened = await engine.open(engine.resolve(repoId));
      await opened.refresh({ mode: "incremental" });
      await opened.settleLayers();
    });
  }

  /** Creates the store at a remote. */
  async createRemote(repository: PartRepository, place: string): Promise<void> {
    await this.withEngine(repository, (engine, repoId) => addRepositoryRemote(engine, repoId, { name: "team", place }));
  }

  /** Pushes the index of the only commit. */
  async push(repository: PartRepository, place: string): Promise<void> {
    await this.withEngine(repository, (engine, repoId) => pushRepository(engine, repoId, {}), place);
  }

  /** Lends the graph of an indexed repository. */
  async read<T>({ root }: PartRepository, work: (graph: SymbolGraph) => T): Promise<T> {
    const ledger = openLedger({ directory: join(root, INDEX), mode: "read" });
    const snapshot = ledger.snapshot();
    try {
      return work(snapshot);
    } finally {
      snapshot.close();
      await ledger.close();
    }
  }

  private at(name: string, files: readonly CorpusFile[]): PartRepository {
    return { name, root: join(this.folder, name), files };
  }

  private async withEngine<T>(
    { root }: PartRepository,
    work: (engine: Engine, repoId: string) => Promise<T>,
    place = "off",
  ): Promise<T> {
    const env = { ...process.env, SDL_HOME: this.home, SDL_BACKGROUND: "off", CI: "1", SDL_REMOTE: place };
    const engine = openEngine({ cwd: root, env });
    try {
      const { repoId } = await engine.find(undefined, true);
      return await work(engine, repoId);
    } finally {
      await engine.close();
    }
  }
}

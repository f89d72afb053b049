/** Checkout under the bundled command line: every command is a separate process with the same store and registry. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openEngine } from "@sdl/engine";
import type { Timing } from "../floors/floors.js";
import { runParseFloor, type SourceList } from "../floors/parse-floor-run.js";
import { CLI } from "../paths.js";
import { lastJson, type MeasuredRun, runNode } from "../process/measured-run.js";
import { folderBytes, type IndexAnswer } from "../product/cold.js";
import type { Clone } from "../replay/git.js";

/** Folders of a checkout, and the callback before each step. */
export interface CheckoutPlace {
  /** The work tree, known to git. */
  readonly root: string;
  /** Folder for stores and the user's registry. */
  readonly scratch: string;
  /** Called before each step, so that a deadline can name the step that it ended. */
  readonly onStep: (step: string) => void;
}

/** Measured values of one round. */
export interface Round {
  readonly cold: Timing;
  readonly answer: IndexAnswer;
  readonly settleMs: number;
}

/** Content of the store, counted by reading all of it. */
export interface StoreContents {
  readonly sourceFiles: readonly string[];
  readonly symbols: number;
  /** Names of symbols that the checks search for. */
  readonly names: readonly string[];
  readonly storeBytes: number;
}

/** Makes a folder a git work tree with the clone's history up to the commit. Writes nothing to the clone. */
export function linkHistory(root: string, clone: Clone, commit: string): void {
  execFileSync("git", ["init", "-q", root], { stdio: "ignore" });
  const objects = clone.run(["rev-parse", "--path-format=absolute", "--git-path", "objects"]).trim();
  writeFileSync(join(root, ".git/objects/info/alternates"), `${objects}\n`);
  writeFileSync(join(root, ".git/HEAD"), `${commit}\n`);
}

/** Runs commands on one checkout's store. */
export class CheckoutIndex {
  private store = "";
  private readonly env: Readonly<Record<string, string>>;

  constructor(private readonly place: CheckoutPlace) {
    this.env = { SDL_HOME: join(place.scratch, "home"), SDL_BACKGROUND: "off", CI: "1" };
  }

  /**
   * Indexes from scratch into a new store, then repeats the command.
   * @throws {Error} if either run fails, or the second one finds changes
   */
  async runRound(number: number): Promise<Round> {
    this.store = join(this.place.scratch, `store-${number}`);
    const cold = await this.run("cold index", ["index", this.place.root, "--no-settle"]);
    const again = await this.run("second index", ["index", this.place.root]);
    const { addedFiles, changedFiles, removedFiles } = lastJson<IndexAnswer & ChangeCounts>(again);
    if (addedFiles + changedFiles + removedFiles > 0) {
      const found = `${addedFiles} added, ${changedFiles} changed, ${removedFiles} removed files`;
      throw new Error(`the second index is not up to date: it finds ${found}`);
    }
    return { cold, answer: lastJson<IndexAnswer>(cold), settleMs: again.wallMs };
  }

  /**
   * Runs a command on the repository. @param values words after the command @returns its answer @throws {Error} if it
   * fails
   */
  async runCommand<T>(command: string, values: readonly string[] = []): Promise<T> {
    return lastJson<T>(await this.run(command, [command, "--repo", this.place.root], values));
  }

  /** Reads the store in this process. */
  async readContents(): Promise<StoreContents> {
    this.place.onStep("reading the store");
    const env = { ...process.env, ...this.env };
    const engine = openEngine({ cwd: this.place.root, env, storeDirectory: this.store });
    try {
      const snapshot = (await engine.open(engine.resolve(undefined))).snapshot();
      const sourceFiles = snapshot.files();
      const symbols = snapshot.filesAndSettings().reduce((sum, path) => sum + snapshot.fileSymbols(path).length, 0);
      const [middle] = snapshot.fileSymbols(sourceFiles[sourceFiles.length >> 1] ?? "").slice(-1);
      const names = middle === undefined ? [] : [snapshot.symbol(middle).name];
      return { sourceFiles, symbols, names, storeBytes: folderBytes(this.store) };
    } finally {
      await engine.close();
    }
  }

  async measureFloor(sources: SourceList): Promise<Timing> {
    this.place.onStep("parse floor");
    return runParseFloor(sources);
  }

  /** @param words the subject of the command; not read as options */
  private async run(step: string, values: readonly string[], words: readonly string[] = []): Promise<MeasuredRun> {
    this.place.onStep(step);
    try {
      const all = [...values, "--store", this.store, "--json", ...(words.length > 0 ? ["--", ...words] : [])];
      return await runNode(CLI, all, { env: this.env });
    } catch (error) {
      throw new Error(`${step}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

interface ChangeCounts {
  readonly changedFiles: number;
  readonly removedFiles: number;
}

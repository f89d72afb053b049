/** The commands of a team's members, each in a process of its own. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { canonicalDumpOf } from "../editors/scratch.js";
import { CLI } from "../paths.js";
import { lastJson, type MeasuredRun, runNode } from "../process/measured-run.js";

/** What a push moved. Bytes are those of pages before the remote compresses them. */
export interface Pushed {
  readonly wallMs: number;
  readonly newPages: number;
  readonly bytes: number;
  readonly newBytes: number;
}

/** A first question. */
export interface Pulled {
  readonly wallMs: number;
  readonly cpuSeconds: number;
}

/** Name of the remote, and of the repository there. */
const REMOTE = "team";
const REPOSITORY = "bench/mixed";

/** Commands of one user. @param folder where the home is @param place the remote's place; none: no remote is used */
export class RemoteCommands {
  constructor(
    private readonly folder: string,
    private readonly place?: string,
  ) {}

  /** Indexes a folder, layers included. */
  async index(root: string): Promise<void> {
    await this.run(root, ["index", "--json"], { SDL_REMOTE: "off" });
  }

  /** Creates the remote. */
  async create(root: string): Promise<void> {
    await this.add(root);
    // A store that was copied is checked in full before its first use, which is not part of a push.
    await this.run(root, ["search", "main", "--json"]);
  }

  async push(root: string): Promise<Pushed> {
    const run = await this.run(root, ["push", "--json"]);
    return { ...lastJson<Omit<Pushed, "wallMs">>(run), wallMs: run.wallMs };
  }

  /** The first question in a clone without an index. */
  async firstQuestion(clone: string): Promise<Pulled> {
    rmSync(join(clone, ".sdl"), { recursive: true, force: true });
    await this.add(clone);
    const { wallMs, cpuSeconds = 0, stderr } = await this.run(clone, ["search", "Observable", "--json"]);
    if (!stderr.includes("began with the index of")) throw new Error(`nothing was pulled: ${stderr}`);
    return { wallMs, cpuSeconds };
  }

  /** Pulls into a clone, and compares its index with that of another folder. */
  async checkPulled(clone: string, other: string): Promise<{ readonly extracted: number; readonly isEqual: boolean }> {
    rmSync(join(clone, ".sdl"), { recursive: true, force: true });
    const run = await this.run(clone, ["pull", "--no-settle", "--json"]);
    const { index } = lastJson<{ index: { addedFiles: number; changedFiles: number } }>(run);
    const isEqual = (await canonicalDumpOf(clone)) === (await canonicalDumpOf(other));
    return { extracted: index.addedFiles + index.changedFiles, isEqual };
  }

  private async add(root: string): Promise<void> {
    if (this.place === undefined) throw new Error("no remote was named");
    await this.run(root, ["remote", "add", REMOTE, this.place, "--repository", REPOSITORY]);
  }

  private run(root: string, args: readonly string[], more: Record<string, string> = {}): Promise<MeasuredRun> {
    const env = { SDL_HOME: join(this.folder, "home"), SDL_BACKGROUND: "off", CI: "1", ...more };
    return runNode(CLI, args, { cwd: root, env, watchMemory: false });
  }
}

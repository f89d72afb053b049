/**
 * Pyright as a checker: one file of a project is edited at a time, and only files that the edit may affect are checked
 * again.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type FileProblem, PyrightServer } from "../edges/python/pyright-server.js";
import type { Checker, Spot, Truth } from "./checker.js";
import type { Plant, PlantKind } from "./plants.js";
import { pythonPlants, readFunctions } from "./python-plants.js";

/** A started server. Starting takes a while, and is unnecessary if all answers are cached. */
interface StartedServer {
  readonly server: PyrightServer;
  /** Problems of the unchanged files. */
  readonly baseline: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Judges plants in one Python project. */
export class PyrightChecker implements Checker {
  private readonly functions: ReturnType<typeof readFunctions>;
  private started: Promise<StartedServer> | undefined;

  /** @param files relative to `root` */
  constructor(
    private readonly root: string,
    readonly files: readonly string[],
  ) {
    this.functions = readFunctions(root, files);
  }

  text(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  plants(file: string, kind: PlantKind): Plant[] {
    return pythonPlants(this.root, file, this.functions.get(file) ?? [], kind);
  }

  async judge(plant: Plant): Promise<Truth> {
    const references = await this.references(plant);
    // A name that only its declaration mentions breaks nothing, and checking would cost a check of the project.
    return { references, broken: references.length > 1 ? await this.problemsWith(plant.file, plant.text) : [] };
  }

  close(): void {
    void this.started?.then(({ server }) => server.stop());
  }

  private start(): Promise<StartedServer> {
    this.started ??= this.startNow();
    return this.started;
  }

  private async startNow(): Promise<StartedServer> {
    const server = await PyrightServer.start(this.root, "check");
    // It reports problems of open files only.
    for (const file of this.files) server.show(join(this.root, file), this.text(file));
    const baseline = new Map<string, ReadonlySet<string>>();
    for (const file of this.files) baseline.set(file, new Set((await this.problems(server, file)).map(problemKey)));
    return { server, baseline };
  }

  private async problemsWith(file: string, text: string): Promise<Spot[]> {
    const { server, baseline } = await this.start();
    server.show(join(this.root, file), text);
    try {
      const found: Spot[] = [];
      for (const path of this.files) {
        const problems = await this.problems(server, path);
        found.push(...problems.filter((problem) => baseline.get(path)?.has(problemKey(problem)) !== true));
      }
      return found.map(({ file: path, line, col }) => ({ file: path, line, col }));
    } finally {
      server.show(join(this.root, file), this.text(file));
    }
  }

  private async references({ file, position }: Plant): Promise<Spot[]> {
    const { server } = await this.start();
    const before = this.text(file).slice(0, position).split("\n");
    const place = { file: join(this.root, file), line: before.length, col: before.at(-1)?.length ?? 0 };
    const found = await server.references(place);
    return found.map((spot) => ({ ...spot, file: relative(this.root, spot.file) }));
  }

  private async problems(server: PyrightServer, file: string): Promise<(Spot & FileProblem)[]> {
    const found = await server.problems(join(this.root, file));
    return found.map((problem) => ({ ...problem, file }));
  }
}

function problemKey({ line, rule }: FileProblem): string {
  return `${line} ${rule}`;
}

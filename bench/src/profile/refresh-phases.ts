/** Phases of a cold refresh by the engine, with its worker threads, by wall time and CPU time. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openEngine } from "@sdl/engine";

/** Time of one phase. */
export interface PhaseTime {
  readonly phase: string;
  readonly wallMs: number;
  /** CPU time of all threads. */
  readonly cpuMs: number;
}

/** Indexes `root` into a temporary store and times the phases. */
export async function timePhases(root: string): Promise<PhaseTime[]> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-profile-"));
  const engine = openEngine({ cwd: root, env: { SDL_HOME: folder }, storeDirectory: join(folder, "store") });
  try {
    await engine.register({ rootPath: root, settings: {} });
    const marks = new Marks();
    marks.beginPhase("open store");
    const repository = await engine.open(engine.resolve(undefined));
    await repository.refresh({
      mode: "full",
      onProgress: ({ phase, done, total }) => {
        if (phase === "extract" && done === total) marks.beginPhase("draft (extracted to first link)");
        else marks.beginPhase(NAMES[phase]);
      },
    });
    return marks.finish();
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const NAMES = {
  wait: "wait for another process",
  discover: "discover, plan, start workers, first batch",
  extract: "extract (rest)",
  link: "link",
  publish: "publish",
  work: "other steps",
} as const;

/** Times between the first moments of consecutive phases. */
class Marks {
  private readonly times: PhaseTime[] = [];
  private phase: string | undefined;
  private wall = 0;
  private cpu = 0;

  beginPhase(phase: string): void {
    if (phase === this.phase) return;
    this.chargePhase();
    this.phase = phase;
  }

  finish(): PhaseTime[] {
    this.chargePhase();
    return this.times;
  }

  private chargePhase(): void {
    const wall = performance.now();
    const { user, system } = process.cpuUsage();
    const cpu = (user + system) / 1000;
    if (this.phase !== undefined)
      this.times.push({ phase: this.phase, wallMs: wall - this.wall, cpuMs: cpu - this.cpu });
    this.wall = wall;
    this.cpu = cpu;
  }
}

/** Many processes push to, read and collect one store at once, while they are killed and what they need fails. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { decodeManifest, openRemote, type RemoteStore } from "../../src/index.js";
import { randomNumbers } from "../../src/testing/index.js";
import type { Place } from "../support/place.js";

const PROCESS = fileURLToPath(new URL("traffic-process.mjs", import.meta.url));

export interface Traffic {
  /** Processes of each role, and actors in each. */
  readonly processes: { readonly push: number; readonly read: number; readonly collect: number };
  readonly actors: number;
  readonly seed: number;
  readonly graceMs: number;
  /** The traffic ends once so many pushes succeeded, so much time has passed, others got their turn, and all faults have occurred. */
  readonly pushes: number;
  readonly minimumMs: number;
  /** A process is killed about every so many milliseconds. */
  readonly killEveryMs: number;
  /** What else fails, one after the other, spread over the pushes and the time. */
  readonly faults?: readonly (() => Promise<void> | void)[];
  /** Variables of the processes that the test itself has with other values. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What the processes reported. */
export interface Reported {
  readonly tried: Map<string, number>;
  readonly pushed: Map<string, number>;
  /** How often each word was reported, and sums of what collectors removed. */
  readonly words: Map<string, number>;
  readonly wrong: string[];
}

function add(counts: Map<string, number>, key: string, number = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + number);
}

class Director {
  readonly reported: Reported = { tried: new Map(), pushed: new Map(), words: new Map(), wrong: [] };
  private readonly running: { readonly child: ChildProcess; readonly role: string }[] = [];
  private started = 0;

  constructor(
    private readonly url: string,
    private readonly traffic: Traffic,
  ) {}

  start(role: string): void {
    const { actors, seed, graceMs, environment } = this.traffic;
    const number = this.started++;
    const names = [role, this.url, role === "collect" ? 1 : actors, `${role}${number}`, seed + number * 1000, graceMs];
    const child = spawn(process.execPath, [PROCESS, ...names.map(String)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...environment },
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.hear(line));
    this.running.push({ child, role });
  }

  private hear(line: string): void {
    const [word = "", name, detail = ""] = line.split(" ");
    add(this.reported.words, word === "passing" ? `passing ${detail}` : word);
    if (word === "collected") add(this.reported.words, "removed pages", Number(detail));
    if (word === "try") add(this.reported.tried, `${detail} ${name}`);
    if (word === "pushed") add(this.reported.pushed, `${detail} ${name}`);
    if (word === "wrong") this.reported.wrong.push(line);
  }

  /** Kills one process and starts another of its role. */
  async kill(which: number): Promise<void> {
    const [killed] = this.running.splice(which % this.running.length, 1);
    if (killed === undefined) return;
    add(this.reported.words, "killed");
    await end(killed.child);
    this.start(killed.role);
  }

  async killAll(): Promise<void> {
    await Promise.all(this.running.splice(0).map(({ child }) => end(child)));
  }
}

/** Kills a process, and waits until all that it wrote was heard. */
async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGKILL");
  if (child.exitCode === null || child.stdout?.readableEnded === false) await closed;
}

/** Time for which pages that versions share have lain there unused: collectors and pushers then meet at them. */
const UNUSED_MS = 3_600_000;

/**
 * Runs the traffic, then looks at what it left.
 * @param url leads to the place, perhaps through a proxy
 * @returns what the processes reported
 */
export async function runTraffic(place: Place, url: string, traffic: Traffic): Promise<Reported> {
  execFileSync(process.execPath, [PROCESS, "prepare", place.url]);
  await place.age(UNUSED_MS);
  const store = await openRemote(place.url);
  const director = new Director(url, traffic);
  const { reported } = director;
  const random = randomNumbers(traffic.seed);
  for (const [role, count] of Object.entries(traffic.processes)) for (let i = 0; i < count; i++) director.start(role);
  const started = performance.now();
  const progress = () => {
    const ofPushes = (reported.words.get("pushed") ?? 0) / traffic.pushes;
    const hasAll = ["read", "collected"].every((word) => reported.words.has(word));
    return Math.min(ofPushes, (performance.now() - started) / traffic.minimumMs, hasAll ? 1 : 0.99);
  };
  try {
    const faults = [...(traffic.faults ?? [])];
    const every = 1 / (faults.length + 1);
    let nextFault = every;
    while ((progress() < 1 || faults.length > 0) && reported.wrong.length === 0) {
      await new Promise((done) => setTimeout(done, random(2 * traffic.killEveryMs)));
      await director.kill(random(1000));
      if (progress() < nextFault) continue;
      nextFault += every;
      add(reported.words, "faults", faults.length > 0 ? 1 : 0);
      await faults.shift()?.();
    }
  } finally {
    await director.killAll();
  }
  expect(reported.wrong).toEqual([]);
  await checkHeads(store, reported);
  await store.close();
  return reported;
}

/** No acknowledged push is lost, none is in a head that nobody tried, and every page that is reached verifies. */
async function checkHeads(store: RemoteStore, { tried, pushed }: Reported): Promise<void> {
  const [repository = ""] = await store.repositories();
  const counted = new Map<string, number>();
  for (const { name, manifest } of await store.listHeads(repository)) {
    const ids = decodeManifest((await store.readPages([manifest])).get(manifest)!);
    const first = new TextDecoder().decode((await store.readPages(ids)).get(ids[0]!));
    const { counts } = JSON.parse(first) as { counts: Record<string, number> };
    for (const [pusher, count] of Object.entries(counts)) counted.set(`${name} ${pusher}`, count);
  }
  for (const [key, count] of counted) expect({ key, count }).toSatisfy(() => count <= (tried.get(key) ?? 0));
  for (const [key, count] of pushed) {
    expect({ key, count: counted.get(key) ?? 0 }).toSatisfy((one: { count: number }) => one.count >= count);
  }
}

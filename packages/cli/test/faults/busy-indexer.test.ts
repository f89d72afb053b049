/** Tests of a command and a server that wait for an indexing process which does not finish. Real processes. */
import { type ChildProcess, execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connect, type Example, indexedExample, PROGRAM } from "../support/server.js";

const IS_LINUX = process.platform === "linux";
const IS_LONG = process.env["SDL_LONG"] !== undefined;

/** A process that indexes the example from scratch, stopped halfway. */
async function stoppedIndexer(example: Example): Promise<ChildProcess> {
  for (let i = 0; i < 400; i++)
    writeFileSync(join(example.root, `more${i}.ts`), `export function more${i}() { return ${i}; }\n`);
  const { child, ended } = start(example, "index");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  while (!hasLease(example)) await sleep(1);
  child.kill("SIGSTOP");
  return child;
}

function hasLease({ root }: Example): boolean {
  const names = readdirSync(join(root, ".sdl"), { recursive: true, encoding: "utf8" });
  return names.some((name) => name.endsWith("indexer.lease"));
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(
  { root, env }: Example,
  ...args: string[]
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  let finish!: (ended: Ended) => void;
  const ended = new Promise<Ended>((resolve) => (finish = resolve));
  const child = execFile(process.execPath, [PROGRAM, ...args], { cwd: root, env }, (_, out, err) =>
    finish({ code: child.exitCode, out, err }),
  );
  return { child, ended };
}

test.skipIf(!IS_LINUX)(
  "with a stopped indexer, a waiting command reports it after 5 s and ends busy; queries are answered",
  async () => {
    const example = indexedExample();
    const { pid } = await stoppedIndexer(example);
    const refused = await start(example, "index", "--wait", "0").ended;
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain(`another process (PID ${pid}, since `);
    expect(refused.err).toContain(`kill -CONT ${pid}`);
    const began = performance.now();
    const waiting = await start(example, "index", "--wait", "6").ended;
    expect(performance.now() - began).toBeGreaterThan(6_000);
    expect(waiting.code).toBe(1);
    const [notice = "", error = ""] = waiting.err.split("\n");
    expect(notice).toMatch(
      new RegExp(`^another process \\(PID ${pid}, since .*Z, stopped\\) is indexing this repository; waiting$`),
    );
    expect(error).toContain("busy");
    expect(error).toContain("waited 6 s");
    expect((await start(example, "search", "validateToken").ended).out).toContain("validateToken");
  },
);

test.skipIf(!IS_LINUX)("an indexer that continues in time is waited for", async () => {
  const example = indexedExample();
  const holder = await stoppedIndexer(example);
  const { ended } = start(example, "index");
  await sleep(800);
  holder.kill("SIGCONT");
  expect(await ended).toMatchObject({ code: 0, err: expect.not.stringContaining("busy") });
});

test.skipIf(!IS_LINUX || !IS_LONG)(
  "a server behind a stopped indexer answers queries, reports progress, and refuses refreshes after 30 s",
  async () => {
    const example = indexedExample();
    const { pid } = await stoppedIndexer(example);
    const client = await connect(example);
    const refresh = client.call("sdl_index_refresh", {}, { progressToken: "p" });
    expect(await client.call("sdl_symbol_search", { query: "validateToken" })).toMatchObject({
      results: expect.anything(),
    });
    expect(await refresh).toMatchObject({ code: "busy", message: expect.stringContaining(`PID ${pid}`) });
    expect(client.notifications).toEqual([
      expect.objectContaining({
        params: expect.objectContaining({ message: expect.stringContaining(`another process (PID ${pid}`) }),
      }),
    ]);
    expect(await client.exit()).toBe(0);
  },
  90_000,
);

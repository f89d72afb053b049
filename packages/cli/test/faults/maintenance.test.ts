/** Tests of doctor, verify and reset on a sound index, a damaged one and none. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Bench, openBench } from "../run.js";

// Each test continues with the index as the previous one left it.
vi.setConfig({ testTimeout: 240_000 });

let bench: Bench;
beforeAll(async () => {
  bench = openBench();
  await bench.run("index", "--no-settle");
});
afterAll(() => bench.remove());

function dataFile(): string {
  const store = join(bench.root, ".sdl");
  const [schema = ""] = readdirSync(store).filter((name) => name.startsWith("v"));
  return join(store, schema, "ledger", "data.mdb");
}

/** Levels of doctor's findings. */
function levels(out: string): string[] {
  const { findings }: { readonly findings: { level: string; subject: string }[] } = JSON.parse(out);
  return findings.map(({ level, subject }) => `${level} ${subject}`);
}

test("doctor and verify report a sound index as sound", async () => {
  expect(await bench.run("verify")).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/my-app {2}sound .* all of it/),
  });
  expect(await bench.run("verify", "--quick", "--json")).toMatchObject({ exitCode: 0 });
  const doctor = await bench.run("doctor", "--json");
  expect(doctor.exitCode).toBe(0);
  expect(levels(doctor.out)).toEqual(["ok program", "ok log", "ok repository", "ok store", "ok index", "note clients"]);
});

test("verify and doctor report a damaged index and change nothing; reset rebuilds it", async () => {
  const damaged = readFileSync(dataFile());
  for (let at = 5 * 4096; at < damaged.length; at += 97) damaged.writeUInt8(damaged.readUInt8(at) ^ 0x55, at);
  writeFileSync(dataFile(), damaged);
  expect(await bench.run("verify")).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/damaged[\s\S]*sdl reset/),
  });
  const doctor = await bench.run("doctor");
  expect(doctor).toMatchObject({ exitCode: 1, out: expect.stringMatching(/PROBLEM index[\s\S]*-> sdl reset/) });
  expect(readFileSync(dataFile()).equals(damaged)).toBe(true);
  expect(await bench.run("reset")).toMatchObject({ exitCode: 0, err: expect.stringContaining("was deleted") });
  expect(await bench.run("verify")).toMatchObject({ exitCode: 0 });
});

test("a query on a damaged index rebuilds it and reports that", async () => {
  writeFileSync(dataFile(), "nothing of the kind");
  const search = await bench.run("search", "validateToken");
  expect(search).toMatchObject({ exitCode: 0, err: expect.stringContaining("was set aside as") });
  expect(search.out).toContain("src/auth/token.ts");
  expect(levels((await bench.run("doctor", "--json")).out)).toContain("note leftovers");
});

test("a query completes the repair that a killed process began", async () => {
  rmSync(dataFile());
  expect(await bench.run("search", "validateToken")).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("src/auth/token.ts"),
  });
});

test("verify and doctor report a missing index", async () => {
  expect(await bench.run("reset", "--no-index")).toMatchObject({ exitCode: 0 });
  expect(await bench.run("verify")).toMatchObject({ exitCode: 3, err: expect.stringContaining("not_indexed") });
  expect(levels((await bench.run("doctor", "--json")).out)).toContain("note index");
  expect(await bench.run("doctor", "--repo", "nowhere")).toMatchObject({ exitCode: 3 });
});

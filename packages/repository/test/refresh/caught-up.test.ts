/** Detection that another process has indexed the changes that this process found. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type DraftedPlace, draftedPlace, openDrafted } from "../drafts/drafted-place.js";

/** Longer than a clock tick of file times: a file looked at sooner is looked at again. */
const TICK_MS = 30;

interface Processes {
  readonly one: DraftedPlace;
  readonly other: DraftedPlace;
}

async function processes(): Promise<Processes> {
  const one = await draftedPlace({ "a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" });
  await sleep(TICK_MS);
  await one.repository.refresh({ mode: "incremental" });
  return { one, other: await openDrafted(one) };
}

async function change({ one, other }: Processes, act: () => void): Promise<void> {
  act();
  await sleep(TICK_MS);
  await other.repository.compareWithDisk();
  expect(other.repository.hasCaughtUp()).toBe(false);
  await one.repository.refresh({ mode: "incremental" });
}

test.each<readonly [string, (root: string) => void]>([
  ["a changed file", (root) => writeFileSync(join(root, "a.ts"), "export const more = 1;\n")],
  ["a new file", (root) => writeFileSync(join(root, "c.ts"), "export const c = 1;\n")],
  ["a file that is gone", (root) => rmSync(join(root, "b.ts"))],
])("%s", async (_, act) => {
  const both = await processes();
  await change(both, () => act(both.one.root));
  expect(both.other.repository.hasCaughtUp()).toBe(true);
  expect(both.other.repository.freshness()).toMatchObject({ staleFiles: 0, staleNames: [] });
  expect(await both.other.repository.compareWithDisk()).toMatchObject({ staleFiles: 0 });
});

test("not caught up while a file changed again, configuration changed, or the new version has other changes", async () => {
  const both = await processes();
  const { one, other } = both;
  const write = (name: string, text: string): void => writeFileSync(join(one.root, name), text);
  await change(both, () => write("tsconfig.json", "{}\n"));
  expect(other.repository.hasCaughtUp()).toBe(false);
  write("a.ts", "export const second = 1;\n");
  await sleep(TICK_MS);
  await other.repository.compareWithDisk();
  write("a.ts", "export const third = 12345;\n");
  await sleep(TICK_MS);
  await one.repository.refresh({ mode: "incremental" });
  expect(other.repository.hasCaughtUp()).toBe(false);
  expect(other.repository.freshness().staleFiles).toBe(1);
});

test("without found changes, nothing counts as caught up", async () => {
  const { other } = await processes();
  expect(other.repository.hasCaughtUp()).toBe(false);
});

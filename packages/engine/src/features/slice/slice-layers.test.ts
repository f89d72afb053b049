/** Tests of slices and the derived layers of their version: layers built later are reported, and a refresh reports only changes of code. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace, writeExampleRepository } from "@sdl/repository/testing";
import { expect, onTestFinished, test } from "vitest";
import { openEngine, runAction } from "../../../test/client.js";

interface Built {
  readonly sliceHandle: string;
  readonly ledgerVersion: string;
  readonly pinned: { readonly derivedVersion?: string };
  readonly warnings?: readonly string[];
}

function place() {
  const { root, home, remove } = makePlace();
  writeExampleRepository(root);
  writeFileSync(join(root, "elsewhere.ts"), "export const unrelated = 1;\n");
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  onTestFinished(async () => {
    await engine.close();
    remove();
  });
  return {
    root,
    build: async () =>
      (await runAction("sliceBuild", { repoId: root, taskText: "token of a user" }, { engine })) as unknown as Built,
    refresh: ({ sliceHandle, ledgerVersion }: Built) =>
      runAction("sliceRefresh", { sliceHandle, knownVersion: ledgerVersion, fresh: true }, { engine }),
    settle: async () => (await engine.open(engine.resolve(undefined))).settle(),
  };
}

test("a slice without derived layers states it; a refresh of it with layers at the same version sends nothing", async () => {
  const { build, refresh, settle } = place();
  const early = await build();
  expect(early.pinned.derivedVersion).toBeUndefined();
  expect(early.warnings).toEqual([expect.stringContaining("still being built")]);
  await settle();
  const late = await build();
  expect(late.pinned.derivedVersion).toBeDefined();
  expect(late.warnings).toBeUndefined();
  expect(await refresh(early)).toMatchObject({ notModified: true });
});

test("after an edit elsewhere, a refresh waits for the layers that its slice used, and sends nothing", async () => {
  const { root, build, refresh, settle } = place();
  await build();
  await settle();
  const built = await build();
  appendFileSync(join(root, "elsewhere.ts"), "// a remark\n");
  const refreshed = await refresh(built);
  expect(refreshed).toMatchObject({ notModified: true, pinned: { derivedVersion: expect.any(String) } });
  expect(refreshed["currentVersion"]).not.toBe(built.ledgerVersion);
});

/** Test that a failing import of memories does not fail the refresh. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../test/client.js";
import { refreshRepository } from "../../query/refresh-repository.js";

function fail(): never {
  throw new TypeError("made to fail");
}

test("if importing memories fails, the refresh succeeds without memories", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sdl-memories-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "repository");
  mkdirSync(join(root, ".sdl-memory"), { recursive: true });
  writeFileSync(join(root, "a.ts"), "export function a() {}\n");
  const notices: string[] = [];
  const engine = openEngine({
    cwd: root,
    env: { SDL_HOME: join(folder, "home") },
    onNotice: (text: string) => void notices.push(text),
  });
  onTestFinished(() => engine.close());
  const { entry } = await engine.register({ rootPath: root, settings: {} });
  const repository = await engine.open(entry);
  const failing = Object.create(repository, { isIndexed: { value: fail } });
  const { created } = await refreshRepository({ engine } as never, failing, { mode: "incremental" });
  expect(created).toBe(true);
  expect(notices.join()).toContain("Memories of");
});

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Every action runs, in a process of its own. */
const LONGEST_MS = 240_000;

test(
  "what the documents take from the code is what the code says",
  () => {
    const script = fileURLToPath(new URL("../../../scripts/generate-reference.mjs", import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  },
  LONGEST_MS,
);

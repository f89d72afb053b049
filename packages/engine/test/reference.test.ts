import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Runs every action, in a separate process. */
const LONGEST_MS = 240_000;

test(
  "documentation generated from the code is up to date",
  () => {
    const script = fileURLToPath(new URL("../../../scripts/generate-reference.mjs", import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  },
  LONGEST_MS,
);

/**
 * One run over all packages, so that there is one summary.
 * A test imports its own package from ../src and every other package from its built dist: build first (`pnpm check` does).
 * A worker thread needs JavaScript: a test names those of its own package in ../dist by URL.
 */
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Several times what the longest test takes on a busy machine of two cores: the limit is for tests that hang. The long tier counts hours. */
const LONGEST_TEST_MS = process.env["SDL_LONG"] === undefined ? 180_000 : 4 * 3_600_000;

/** Node.js loads what is built as it is; through vite every worker would transform it once more. */
const BUILT = /\/(?:packages\/[^/]+|bench)\/dist\//;

const members = ["apps", "packages"].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
const folders = [...members, "bench"];

export default defineConfig({
  test: {
    passWithNoTests: true,
    globalSetup: ["vitest.bundle.ts", "vitest.home.ts"].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    setupFiles: [fileURLToPath(new URL("vitest.setup.ts", import.meta.url))],
    server: { deps: { external: [BUILT] } },
    // The files of a package share processes, which load its sources once: a test leaves no environment, timers or spies of its own behind.
    isolate: false,
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    // Vitest would leave one core free, and many tests wait for processes of their own: with one worker for each core a fifth of the cores' time is idle.
    maxWorkers: availableParallelism() + 1,
    projects: folders
      .filter((folder) => existsSync(`${folder}/package.json`))
      .map((folder) => ({
        extends: true as const,
        root: folder,
        test: { name: folder.replace(/^(apps|packages)\//, ""), include: ["test/**/*.test.ts", "src/**/*.test.ts"] },
      })),
  },
});

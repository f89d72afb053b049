/** Repository in which the documents' shell examples work, with the program on the PATH. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { EXAMPLE_REPOSITORY, GitFixture } from "@sdl/engine/testing";

const PROGRAM = fileURLToPath(new URL("../../bundle/sdl.js", import.meta.url));

const FILES: Readonly<Record<string, string>> = {
  ...EXAMPLE_REPOSITORY,
  ".gitignore": "*.gen.ts\nbuild/\n*.sdlindex\n",
  "README.md": "# my-app\n\n## Install\n\nIt needs nothing.\n",
  "src/session.ts": `import { validateToken } from "./auth/token.js";

/** A login that lasts. */
export class Session {
  constructor(private readonly bearer: string) {}

  /** Asks for a new token before the login times out. */
  refresh(now: number): string {
    return validateToken(this.bearer, now).userId;
  }
}
`,
  "src/config.ts": `/** Reads the configuration of the login timeout. */
export function parseConfig(text: string): { readonly timeout: number } {
  return JSON.parse(text) as { readonly timeout: number };
}
`,
  "legacy/old.ts": "export const OLD = 1;\n",
};

export interface ExamplePlace {
  /** The folder that contains `my-app`. */
  readonly folder: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** Makes two commits: the first has the tag `v1.2.0` and is `origin/main`, the second is `main`. */
export function makeExamplePlace(): ExamplePlace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-examples-")));
  const root = join(folder, "my-app");
  const git = GitFixture.make(root);
  git.commit("Sign users in by tokens", FILES);
  git.git("tag", "v1.2.0");
  git.git("update-ref", "refs/remotes/origin/main", "HEAD");
  git.commit("Read the timeout as a number", {
    "src/config.ts": (FILES["src/config.ts"] ?? "").replace("return JSON", "// A number of seconds.\n  return JSON"),
  });
  git.write({ "src/api.gen.ts": "export const GENERATED = 1;\n", "build/out.js": "run();\n" });
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "sdl"), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(join(bin, "sdl"), 0o755);
  return {
    folder,
    root,
    env: {
      PATH: [bin, process.env["PATH"] ?? ""].join(delimiter),
      HOME: folder,
      SDL_HOME: join(folder, "home"),
      SDL_BACKGROUND: "off",
      GIT_CONFIG_GLOBAL: "/dev/null",
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

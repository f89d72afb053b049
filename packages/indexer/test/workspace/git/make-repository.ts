/** Git repositories for tests, made by git itself in a fixed environment. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDirectory } from "../temporary-tree.js";

/** A repository under test. */
export class TestRepository {
  constructor(readonly root = makeDirectory()) {}

  /** Runs git as a user would; commits have a fixed name and a time that rises by a day. */
  git(...args: string[]): string {
    const day = `2024-01-${String(++this.commands % 28 || 1).padStart(2, "0")}T00:00:00Z`;
    const env = {
      PATH: process.env["PATH"],
      HOME: this.root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.org",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.org",
      GIT_AUTHOR_DATE: day,
      GIT_COMMITTER_DATE: day,
      GIT_ALLOW_PROTOCOL: "file",
    };
    return execFileSync("git", args, {
      cwd: this.root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  write(files: Readonly<Record<string, string | Buffer>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  /** Writes files and commits everything. @returns the commit's id */
  commit(message: string, files: Readonly<Record<string, string | Buffer>> = {}): string {
    this.write(files);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  private commands = 0;
}

/** Creates an empty repository on branch `main`. */
export function makeRepository(...args: string[]): TestRepository {
  const repository = new TestRepository();
  repository.git("init", "-q", "-b", "main", ...args);
  return repository;
}

/** Git repositories for tests, made by git itself in a fixed environment. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const DAY_MS = 86_400_000;

/** A working tree under test. */
export class GitFixture {
  /** Time of the next commit: a day after the last. */
  nextCommitMs = Date.UTC(2024, 0, 1);

  private constructor(readonly root: string) {}

  /** Creates an empty repository on branch `main`. */
  static make(root = mkdtempSync(join(realpathSync(tmpdir()), "sdl-git-fixture-"))): GitFixture {
    const fixture = new GitFixture(root);
    mkdirSync(root, { recursive: true });
    fixture.git("init", "-q", "-b", "main");
    return fixture;
  }

  /** An existing working tree. */
  static at(root: string): GitFixture {
    return new GitFixture(root);
  }

  /** Runs git as a user would, with a fixed user name. */
  git(...args: string[]): string {
    const date = new Date(this.nextCommitMs).toISOString();
    const env = {
      PATH: process.env["PATH"],
      HOME: this.root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.org",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.org",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    const output = execFileSync("git", args, {
      cwd: this.root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return output.trim();
  }

  /** Writes files. @param files contents by path; `undefined` removes a file */
  write(files: Readonly<Record<string, string | undefined>>): void {
    for (const [path, text] of Object.entries(files)) {
      const absolute = join(this.root, path);
      mkdirSync(dirname(absolute), { recursive: true });
      if (text === undefined) rmSync(absolute, { force: true });
      else writeFileSync(absolute, text);
    }
  }

  /** Writes files and commits everything. @returns the commit's id */
  commit(message: string, files: Readonly<Record<string, string | undefined>> = {}): string {
    this.write(files);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    this.nextCommitMs += DAY_MS;
    return this.git("rev-parse", "HEAD");
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

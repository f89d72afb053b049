/**
 * Private git directory: empty configuration, no refs, no hooks, no attributes, with the repository's objects as
 * alternates. So git never reads the repository's configuration. It lies in a new folder that only this user may enter.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemErrorCode } from "../access/workspace-error.js";

const NAME = /^sdl-git-(\d+)-/;

/** Options of {@link makePrivateDirectory}. */
export interface PrivateDirectoryOptions {
  readonly stores: readonly string[];
  readonly hash: "sha1" | "sha256";
  /** Commits whose parents a shallow clone omitted. */
  readonly shallow: readonly string[];
}

/** Creates the directory. @returns its path; the caller removes it */
export function makePrivateDirectory({ stores, hash, shallow }: PrivateDirectoryOptions): string {
  const directory = mkdtempSync(join(tmpdir(), `sdl-git-${process.pid}-`));
  for (const folder of ["objects/info", "objects/pack", "refs/heads"]) {
    mkdirSync(join(directory, folder), { recursive: true, mode: 0o700 });
  }
  const format = hash === "sha256" ? "\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n" : "";
  writeFileSync(join(directory, "config"), `[core]\n\tbare = true\n${format}`);
  writeFileSync(join(directory, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(directory, "objects/info/alternates"), `${stores.join("\n")}\n`);
  if (shallow.length > 0) writeFileSync(join(directory, "shallow"), `${shallow.join("\n")}\n`);
  return directory;
}

/** Removes a private directory. Never throws. */
export function removePrivateDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Removes directories of killed processes. Never throws. */
export function sweepPrivateDirectories(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const [, pid] = NAME.exec(name) ?? [];
      if (pid !== undefined && !isRunning(Number(pid))) removePrivateDirectory(join(tmpdir(), name));
    }
  } catch {
    return;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}

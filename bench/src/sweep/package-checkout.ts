/** Packages of npm and Debian as checkouts of the sweep: what CI indexes, because it has no clones. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchCorpus } from "../corpora/fetch.js";
import { type Corpus, SWEEP_PACKAGES } from "../corpora/list.js";
import type { SweepRecord } from "./figures.js";
import { measureCheckout } from "./measure-checkout.js";

/** How to measure a package. */
export interface PackageOptions {
  readonly withFloor: boolean;
  readonly onStep: (step: string) => void;
}

/** A record without the program's fingerprint. */
export type PackageRecord = Omit<SweepRecord, "program">;

/** Names of all packages of the sweep. */
export function packageNames(): string[] {
  return SWEEP_PACKAGES.map(({ name }) => name);
}

/** Records a package as it is now. @throws {Unavailable} */
export function recordPackage(name: string): void {
  fetchCorpus(findPackage(name), "write");
}

/**
 * Fetches a package unless it is here, and indexes and checks a copy.
 * @throws {Unavailable} if the registry cannot be reached @throws {Error} if the content is not the recorded one
 */
export async function measurePackage(name: string, options: PackageOptions): Promise<PackageRecord> {
  const corpus = findPackage(name);
  options.onStep("fetch");
  const source = fetchCorpus(corpus, "check");
  const scratch = mkdtempSync(join(tmpdir(), "sdl-sweep-"));
  try {
    const root = join(scratch, "repository");
    mkdirSync(root);
    cpSync(source, root, { recursive: true, verbatimSymlinks: true });
    execFileSync("git", ["init", "-q", root], { stdio: "ignore" });
    return {
      ...packageIdentity(corpus),
      ...(await measureOrTell({ root, scratch, onStep: options.onStep }, options.withFloor)),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

function findPackage(name: string): Corpus {
  const corpus = SWEEP_PACKAGES.find((one) => one.name === name);
  if (corpus === undefined) throw new Error(`no package is called ${name}; there are ${packageNames().join(", ")}`);
  return corpus;
}

async function measureOrTell(...args: Parameters<typeof measureCheckout>): ReturnType<typeof measureCheckout> {
  try {
    return await measureCheckout(...args);
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function packageIdentity({ name, parts }: Corpus): Pick<SweepRecord, "repository" | "commit" | "date" | "language"> {
  const [first] = parts;
  return {
    repository: name,
    commit: parts.map(({ version }) => version).join(" "),
    date: "",
    language: first?.from === "debian" ? "python" : "typescript",
  };
}

/** What is wrong with an installation and a repository's index, in words, each with what to do about it. Changes nothing. */

import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  dataFileBytes,
  familyDirectory,
  findUsedLayers,
  listSetAside,
  type StoreReader,
  schemaDirectory,
  siblingStores,
} from "@sdl/graph";
import { configFaultText, ownConfigOf } from "@sdl/indexer";
import { messageOf } from "@sdl/model";
import {
  discoverOptions,
  isWritable,
  leaseHolder,
  otherIndexes,
  otherProgram,
  type ProgramLog,
  requireLimits,
  sdlVersion,
  unfitMedium,
} from "@sdl/repository";
import { indexerLease } from "@sdl/repository/soundness";
import { storedBytes } from "../../clean/clean.js";
import type { Engine } from "../../contract/engine.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { loadSettings } from "../../registry/settings.js";
import { describeModel } from "./describe-model.js";
import type { Finding } from "./finding.js";
import { verifyIndex } from "./verify-index.js";

/** With less room an index of any size may not be written. */
const SCARCE_BYTES = 64 * 1024 * 1024;
/** A reader this far behind keeps the store growing. */
const MANY_COMMITS = 500;

/** Never throws for what it looks at: that is a finding. */
export async function diagnose(engine: Engine, repoId: string | undefined): Promise<readonly Finding[]> {
  requireLimits();
  const program = `sdl ${sdlVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  const findings: Finding[] = [{ level: "ok", subject: "program", text: program }, describeLog(engine.log)];
  findings.push(...describeLimit(engine));
  const entry = findEntry(engine, repoId, findings);
  for (const text of engine.registry.warnings()) findings.push({ level: "problem", subject: "registry", text });
  if (entry === undefined) return [...findings, ...(await describeModel(engine, undefined))];
  if (!existsSync(entry.rootPath)) {
    const text = `its folder is gone: ${entry.rootPath}`;
    return [
      ...findings,
      { level: "problem", subject: "repository", text, advice: "put it back, or: sdl tool repo.unregister" },
    ];
  }
  findings.push(...describeOwnConfig(entry));
  const directory = engine.storePath(entry);
  const index = await describeIndex(engine, entry, directory);
  findings.push(...describePlace(entry, directory), ...index);
  const isSound = index.some(({ level }) => level === "ok");
  if (isSound) findings.push(...(await describeProducer(engine, entry)));
  findings.push(...describeLeftovers(directory), ...(await describeModel(engine, isSound ? entry : undefined)));
  return findings;
}

function describeLog({ path, isFallback }: ProgramLog): Finding {
  if (path === undefined) {
    const text = "errors of the program cannot be kept: neither the folder of SDL nor the temporary one can be written";
    return { level: "note", subject: "log", text };
  }
  const text = `errors of the program are kept in ${path}${existsSync(path) ? "" : "; there were none"}`;
  if (!isFallback) return { level: "ok", subject: "log", text };
  return { level: "note", subject: "log", text, advice: "make the folder of SDL writable, see sdl info" };
}

function describeLimit(engine: Engine): Finding[] {
  const limit = loadSettings(engine.home).settings["store.maxBytes"];
  if (limit === 0) return [];
  const taken = storedBytes(engine);
  const text = `indexes take ${megabytes(taken)} of the ${megabytes(limit)} that store.maxBytes allows`;
  if (taken <= limit) return [{ level: "ok", subject: "disk", text }];
  return [{ level: "problem", subject: "disk", text, advice: "raise the limit, or: sdl clean --all" }];
}

function findEntry(engine: Engine, repoId: string | undefined, findings: Finding[]): RegistryEntry | undefined {
  try {
    const entry = engine.resolve(repoId);
    findings.push({ level: "ok", subject: "repository", text: `${entry.repoId}, ${entry.rootPath}` });
    return entry;
  } catch (error) {
    const text = messageOf(error);
    findings.push({ level: "note", subject: "repository", text, advice: "sdl index" });
    return undefined;
  }
}

/** What the repository says of itself. It needs no index. */
function describeOwnConfig({ rootPath, settings }: RegistryEntry): Finding[] {
  const { source, findings } = ownConfigOf(rootPath, discoverOptions(settings)).config;
  if (source === undefined) return [];
  if (findings.length === 0) return [{ level: "ok", subject: "config", text: `${source}: all of it holds` }];
  return findings.map((finding) => ({
    ...{ level: "problem" as const, subject: "config" },
    ...{ text: configFaultText(finding), advice: finding.advice },
  }));
}

function describePlace({ rootPath }: RegistryEntry, directory: string): Finding[] {
  const findings: Finding[] = [{ level: "ok", subject: "store", text: directory }];
  const folder = existsSync(directory) ? directory : rootPath;
  const medium = unfitMedium(folder);
  if (medium !== undefined) {
    const text = `it lies on ${medium}, where another machine's writes may be seen late or half`;
    findings.push({ level: "problem", subject: "store", text, advice: "pass --store with a folder on a local disk" });
  } else if (familyDirectory(directory) !== directory || siblingStores(directory).length > 0) {
    findings.push(describeFamily(directory));
  } else if (!directory.startsWith(rootPath)) {
    const text = "it does not lie in the repository, which cannot hold it or was told not to";
    findings.push({ level: "note", subject: "store", text });
  }
  if (existsSync(directory) && !isWritable(directory)) {
    const text = "it cannot be written: the repository can be queried, not indexed";
    findings.push({
      level: "problem",
      subject: "store",
      text,
      advice: "make the folder writable, or pass --store with another",
    });
  }
  const free = freeBytes(folder);
  if (free !== undefined && free < SCARCE_BYTES) {
    const text = `the disk has ${megabytes(free)} left; indexing stops when it is full, queries go on`;
    findings.push({ level: "problem", subject: "disk", text, advice: "free some space" });
  }
  return findings;
}

/** Where worktrees of one repository share what they have in common. */
function describeFamily(directory: string): Finding {
  const others = siblingStores(directory).length;
  const shared = [...findUsedLayers([directory])].reduce((sum, layer) => sum + dataFileBytes(layer), 0);
  const beside = `beside the indexes of ${others} other ${others === 1 ? "worktree" : "worktrees"} of the repository`;
  const text = `it lies ${beside}; ${megabytes(shared)} are shared, ${megabytes(dataFileBytes(directory))} are its own`;
  return { level: "ok", subject: "worktrees", text };
}

async function describeIndex(engine: Engine, entry: RegistryEntry, directory: string): Promise<Finding[]> {
  if (!existsSync(join(directory, schemaDirectory(), "ledger", "data.mdb"))) {
    return [{ level: "note", subject: "index", text: "there is none yet", advice: "sdl index" }];
  }
  const { verdict, reasons, inspection } = await verifyIndex(engine, { repoId: entry.repoId, quick: true });
  if (verdict === "damaged") {
    const text = `it is damaged: ${reasons.join("; ")}`;
    return [
      { level: "problem", subject: "index", text, advice: "sdl reset; any other command does the same by itself" },
    ];
  }
  if (verdict === "unknown") {
    const text = `it could not be looked at: ${reasons.join("; ")}`;
    return [{ level: "problem", subject: "index", text, advice: "try again; if it stays so, sdl reset" }];
  }
  const text = "sound: all pages and checksums fit; sdl verify also decodes it";
  return [{ level: "ok", subject: "index", text }, ...describeUsers(directory, inspection?.readers ?? [])];
}

async function describeProducer(engine: Engine, entry: RegistryEntry): Promise<Finding[]> {
  const repository = await engine.open(entry);
  const { hindrance: text } = await repository.compareWithDisk();
  const advice = "update this program, or: sdl index --full";
  return text === undefined ? [] : [{ level: "note", subject: "index", text, advice }];
}

function describeUsers(directory: string, readers: readonly StoreReader[]): Finding[] {
  const holder = leaseHolder(indexerLease(directory));
  const findings: Finding[] = [];
  if (holder !== undefined) {
    const since = `has been indexing since ${new Date(holder.sinceMs).toISOString()}`;
    const who = `process ${holder.pid} on ${holder.host}${otherProgram(holder.program)} ${since}`;
    const text = holder.pid === 0 ? "a process whose lease this program cannot read is indexing" : who;
    findings.push({ level: "note", subject: "index", text });
  }
  for (const { pid, commitsBehind } of readers.filter((one) => one.commitsBehind >= MANY_COMMITS)) {
    const text = `process ${pid} has held an old state for ${commitsBehind} commits: the store grows until it lets go`;
    findings.push({ level: "problem", subject: "reader", text, advice: `end or continue process ${pid}` });
  }
  return findings;
}

function describeLeftovers(directory: string): Finding[] {
  const findings: Finding[] = listSetAside(directory).map(({ path, atMs, sizeBytes }) => {
    const text = `a damaged index was set aside on ${new Date(atMs).toISOString()} (${megabytes(sizeBytes)}): ${path}`;
    return { level: "note", subject: "leftovers", text, advice: "sdl clean" };
  });
  for (const { name, isNewer } of otherIndexes(directory, schemaDirectory())) {
    const text = `an index of ${isNewer ? "a newer" : "an older"} version of this program: ${join(directory, name)}`;
    findings.push({
      level: "note",
      subject: "leftovers",
      text,
      advice: isNewer ? "update this program to use it" : "sdl clean",
    });
  }
  return findings;
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // the system does not say
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Diagnoses an installation and a repository's index: each finding says what is wrong and how to fix it. Changes nothing. */

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
  describeOtherVersion,
  discoverOptions,
  isWritable,
  leaseHolder,
  otherIndexes,
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
import { bytesText } from "../../text/quantities.js";
import { describeModel } from "./describe-model.js";
import type { Finding } from "./finding.js";
import { verifyIndex } from "./verify-index.js";

/** Free bytes below which an index of any size may fail to be written. */
const SCARCE_BYTES = 64 * 1024 * 1024;
/** Number of commits behind the latest state from which a reader is reported, because it makes the store grow. */
const MANY_COMMITS = 500;

/** Never throws for a fault of what it inspects: each fault becomes a finding. */
export async function diagnose(engine: Engine, repoId: string | undefined): Promise<readonly Finding[]> {
  requireLimits();
  const program = `sdl ${sdlVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  const findings: Finding[] = [{ level: "ok", subject: "program", text: program }, describeLog(engine.log)];
  findings.push(...describeLimit(engine));
  const entry = findEntry(engine, repoId, findings);
  for (const text of engine.registry.warnings()) findings.push({ level: "problem", subject: "registry", text });
  if (entry === undefined) return [...findings, ...(await describeModel(engine, undefined))];
  if (!existsSync(entry.rootPath)) {
    const text = `the repository's folder does not exist: ${entry.rootPath}`;
    return [
      ...findings,
      { level: "problem", subject: "repository", text, advice: "restore the folder, or: sdl tool repo.unregister" },
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
    const text = "errors of the program cannot be logged: neither SDL's folder nor the temporary folder is writable";
    return { level: "note", subject: "log", text };
  }
  const text = `errors of the program are logged in ${path}${existsSync(path) ? "" : "; none so far"}`;
  if (!isFallback) return { level: "ok", subject: "log", text };
  return { level: "note", subject: "log", text, advice: "make SDL's folder writable; sdl info shows its path" };
}

function describeLimit(engine: Engine): Finding[] {
  const limit = loadSettings(engine.home).settings["store.maxBytes"];
  if (limit === 0) return [];
  const taken = storedBytes(engine);
  const text = `indexes take ${bytesText(taken)} of the ${bytesText(limit)} that store.maxBytes allows`;
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

/** Findings on the repository's own configuration file. Requires no index. */
function describeOwnConfig({ rootPath, settings }: RegistryEntry): Finding[] {
  const { source, findings } = ownConfigOf(rootPath, discoverOptions(settings)).config;
  if (source === undefined) return [];
  if (findings.length === 0) return [{ level: "ok", subject: "config", text: `${source}: all settings are valid` }];
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
    const text = `the store is on ${medium}, where writes of another machine may be visible late or in part`;
    findings.push({ level: "problem", subject: "store", text, advice: "pass --store with a folder on a local disk" });
  } else if (familyDirectory(directory) !== directory || siblingStores(directory).length > 0) {
    findings.push(describeFamily(directory));
  } else if (!directory.startsWith(rootPath)) {
    const text = "the store is outside the repository, because the repository is not writable or a setting says so";
    findings.push({ level: "note", subject: "store", text });
  }
  if (existsSync(directory) && !isWritable(directory)) {
    const text = "the store is not writable: the repository can be queried but not indexed";
    findings.push({
      level: "problem",
      subject: "store",
      text,
      advice: "make the folder writable, or pass --store with a writable folder",
    });
  }
  const free = freeBytes(folder);
  if (free !== undefined && free < SCARCE_BYTES) {
    const text = `the disk has ${bytesText(free)} free; indexing fails when the disk is full, queries still work`;
    findings.push({ level: "problem", subject: "disk", text, advice: "free some space" });
  }
  return findings;
}

/** How many bytes of the index are shared with the indexes of other worktrees of the repository. */
function describeFamily(directory: string): Finding {
  const others = siblingStores(directory).length;
  const shared = [...findUsedLayers([directory])].reduce((sum, layer) => sum + dataFileBytes(layer), 0);
  const beside = `beside the indexes of ${others} other ${others === 1 ? "worktree" : "worktrees"} of the repository`;
  const text = `the index is stored ${beside}; ${bytesText(shared)} are shared, ${bytesText(dataFileBytes(directory))} are used by this worktree only`;
  return { level: "ok", subject: "worktrees", text };
}

async function describeIndex(engine: Engine, entry: RegistryEntry, directory: string): Promise<Finding[]> {
  if (!existsSync(join(directory, schemaDirectory(), "ledger", "data.mdb"))) {
    return [{ level: "note", subject: "index", text: "the repository is not indexed yet", advice: "sdl index" }];
  }
  const { verdict, reasons, inspection } = await verifyIndex(engine, { repoId: entry.repoId, quick: true });
  if (verdict === "damaged") {
    const text = `the index is damaged: ${reasons.join("; ")}`;
    return [
      { level: "problem", subject: "index", text, advice: "sdl reset; any other command also rebuilds the index" },
    ];
  }
  if (verdict === "unknown") {
    const text = `the index could not be checked: ${reasons.join("; ")}`;
    return [{ level: "problem", subject: "index", text, advice: "try again; if it fails again: sdl reset" }];
  }
  const text = "sound: all pages and checksums are valid; sdl verify also decodes the latest version";
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
    const who = `process ${holder.pid} on ${holder.host}${describeOtherVersion(holder.program)} ${since}`;
    const text = holder.pid === 0 ? "a process whose lease this program cannot read is indexing" : who;
    findings.push({ level: "note", subject: "index", text });
  }
  for (const { pid, commitsBehind } of readers.filter((one) => one.commitsBehind >= MANY_COMMITS)) {
    const text = `process ${pid} has kept a snapshot open for ${commitsBehind} commits: the store grows until it is closed`;
    findings.push({ level: "problem", subject: "reader", text, advice: `end or continue process ${pid}` });
  }
  return findings;
}

function describeLeftovers(directory: string): Finding[] {
  const findings: Finding[] = listSetAside(directory).map(({ path, atMs, sizeBytes }) => {
    const text = `a damaged index was set aside on ${new Date(atMs).toISOString()} (${bytesText(sizeBytes)}): ${path}`;
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
    return undefined; // no findings on disk space if the platform does not report it
  }
}

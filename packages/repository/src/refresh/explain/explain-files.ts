/**
 * Explanation of why files are indexed or not. Runs the same discovery and comparison as a refresh and collects their
 * decisions, so that the explanation cannot differ from what a refresh does. Writes nothing.
 */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { FileEntry, LedgerSnapshot } from "@sdl/graph";
import {
  compileGlob,
  type DiscoveredFile,
  type Discovery,
  type Exclusion,
  explainFiles,
  readSource,
  toOctets,
} from "@sdl/indexer";
import { type FileStat, isSameStat, isUnlinked, skipClassOf } from "@sdl/model";
import { FILE } from "@sdl/model/facts";
import { discoverOptions } from "../../discovery/discovery.js";
import type { RepositorySettings } from "../../settings.js";
import { planRefresh, type RefreshPlan, UNKNOWN_INODE } from "../plan.js";
import { recordedFiles } from "../recorded-files.js";
import {
  describeExclusion,
  describeMarks,
  describeSkip,
  type FileReason,
  REFRESH,
  type Reason,
} from "./file-reason.js";

/** What explaining needs. */
export interface ExplainContext {
  /** Absolute and free of links. */
  readonly rootPath: string;
  readonly settings: RepositorySettings;
  /** Snapshot of the latest version; without a version, one without files. */
  readonly snapshot: LedgerSnapshot;
}

/**
 * Explains paths. @param paths absolute, or relative to the root; a path that does not exist may be a gitignore
 * pattern, matched against all paths that discovery met
 */
export function explain(context: ExplainContext, paths: readonly string[]): FileReason[] {
  const explanation = new Explanation(context);
  return paths.flatMap((path) => explanation.of(path));
}

/** Matches characters that patterns have, and names hardly ever. */
const WILDCARD = /[*?[]/;

class Explanation {
  private readonly excluded = new Map<string, Exclusion>();
  private readonly discovery: Discovery;
  private readonly plan: RefreshPlan;
  private readonly entries: ReadonlyMap<string, FileEntry>;
  private readonly skips: ReadonlyMap<string, string>;
  /** Files that a refresh would read now, by path. */
  private readonly toRead: ReadonlySet<string>;
  private readonly found: ReadonlySet<string>;
  private readonly configs: ReadonlySet<string>;

  constructor(private readonly context: ExplainContext) {
    const { rootPath, settings, snapshot } = context;
    this.discovery = explainFiles(rootPath, discoverOptions(settings), (path, why) => {
      if (!this.excluded.has(path)) this.excluded.set(path, why);
    });
    const recorded = recordedFiles(snapshot);
    this.plan = planRefresh(this.discovery, recorded, "incremental");
    this.entries = new Map(
      Array.from(snapshot.fileEntries(), (entry) => [entry.path, entry] as const).filter(
        ([, { language }]) => language !== "config",
      ),
    );
    this.skips = new Map(recorded.skips.map(({ path, reason }) => [path, reason]));
    const stale = this.plan.toRead.filter((file) => !isOnlyRacy(file, recorded.files.get(file.path)));
    this.toRead = new Set(stale.map(({ path }) => path));
    this.found = new Set(this.discovery.files.map(({ path }) => path));
    this.configs = new Set(this.discovery.configs.map(({ path }) => path));
  }

  of(asked: string): FileReason[] {
    const path = relativePath(this.context.rootPath, asked);
    if (path === undefined) {
      const text = `it lies outside of the repository at ${this.context.rootPath}`;
      return [{ path: asked, indexed: false, reason: "outside", text }];
    }
    const matching = WILDCARD.test(path) && this.kindOf(path) === undefined ? this.matching(path) : [];
    return (matching.length === 0 ? [path] : matching).map((one) => ({ path: one, ...this.reasonOf(one) }));
  }

  private matching(pattern: string): string[] {
    const glob = compileGlob(toOctets(pattern));
    const known = new Set([...this.found, ...this.configs, ...this.excluded.keys(), ...this.entries.keys()]);
    return [...known].filter((path) => glob.matches(toOctets(path))).sort();
  }

  private reasonOf(path: string): Reason {
    const alias = this.discovery.aliases.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (alias !== undefined) return this.reasonOfAlias(alias.target + path.slice(alias.path.length));
    const kind = this.kindOf(path);
    if (kind === undefined) return this.absent(path);
    const exclusion = this.exclusionOf(path);
    if (exclusion !== undefined) return exclusion;
    if (kind === "folder") return this.folder(path);
    return this.fileReason(path);
  }

  /** The reason for a link to an indexed file: the index has its target's path. */
  private reasonOfAlias(target: string): Reason {
    const reason = this.reasonOf(target);
    return { ...reason, target, text: `it is a link to ${target}: ${reason.text}` };
  }

  /** The reason if the path itself, or an ancestor folder, was excluded. */
  private exclusionOf(path: string): Reason | undefined {
    const { length } = path;
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const at = end < 0 ? path : path.slice(0, end);
      const why = this.excluded.get(at);
      if (why !== undefined) {
        const reason = describeExclusion(why);
        return at.length === length
          ? reason
          : { ...reason, folder: at, text: `its folder ${at} is left out: ${reason.text}` };
      }
      if (end < 0) return undefined;
    }
  }

  /** The reason for a file that discovery found. */
  private fileReason(path: string): Reason {
    if (!this.found.has(path)) {
      if (this.configs.has(path)) return CONFIGURATION;
      return {
        indexed: false,
        reason: "missing",
        text: "it appeared while the folder was read",
        advice: `sdl why ${path}`,
      };
    }
    const entry = this.entries.get(path);
    const skip = this.skips.get(path) ?? "";
    // A failed file is read again by every refresh, even if unchanged.
    if (entry === undefined && skip !== "" && skipClassOf(skip) === "failed") return describeSkip(skip);
    if (this.toRead.has(path)) return this.pending(path, entry);
    if (entry === undefined) return describeSkip(skip);
    const indexed = this.indexed(entry);
    return isUnlinked(skip) ? { ...indexed, text: `${indexed.text}; without its references: ${skip}` } : indexed;
  }

  private indexed({ path, language, symbolCount: symbols }: FileEntry): Reason {
    const syntaxErrors = this.context.snapshot.fileFacts(path)?.table(FILE).errors[0] ?? 0;
    const errors = syntaxErrors === 0 ? "" : `, ${syntaxErrors} syntax error${syntaxErrors === 1 ? "" : "s"}`;
    const text = `indexed as ${language}: ${symbols} symbols${errors}${describeMarks(this.discovery.config, path)}`;
    return { indexed: true, reason: "indexed", text, language, symbols, syntaxErrors };
  }

  /** The reason for a file that the next refresh reads: the expected result. */
  private pending(path: string, entry: FileEntry | undefined): Reason {
    const isKnown = entry !== undefined;
    const { maxFileBytes } = this.discovery;
    const read = readSource(this.context.rootPath, path, { maxFileBytes });
    if (read?.status === "skipped") {
      const skip = describeSkip(read.reason);
      return isKnown ? { ...skip, indexed: true, text: `${skip.text}; the index has older content` } : skip;
    }
    return isKnown
      ? { indexed: true, reason: "changed", text: "it has changed since it was indexed", advice: REFRESH }
      : { indexed: false, reason: "new", text: "it is not indexed yet", advice: REFRESH };
  }

  private absent(path: string): Reason {
    if (this.entries.has(path))
      return { indexed: true, reason: "deleted", text: "it is gone; the index still has it", advice: REFRESH };
    return { indexed: false, reason: "missing", text: "there is no such file" };
  }

  private folder(path: string): Reason {
    const counts = new Map<string, number>();
    for (const reason of this.reasonsBelow(path)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const indexed = (counts.get("indexed") ?? 0) + (counts.get("changed") ?? 0);
    const text = `a folder; ${indexed} of its files are indexed`;
    return { indexed: indexed > 0, reason: "folder", text, counts: Object.fromEntries(sorted) };
  }

  /** One reason per file below a folder; an excluded folder counts once. A file that waits to be read is not read for this. */
  private reasonsBelow(folder: string): string[] {
    const isBelow = (path: string) => folder === "" || path.startsWith(`${folder}/`);
    const unnamed = [...this.configs].filter((path) => isBelow(path) && !this.found.has(path));
    const excluded = [...this.excluded].filter(([path]) => isBelow(path));
    return [
      ...[...this.found].filter(isBelow).map((path) => this.nameOf(path)),
      ...unnamed.map(() => "configuration"),
      ...this.plan.removed.filter(isBelow).map(() => "deleted"),
      ...excluded.map(([, why]) => describeExclusion(why).reason),
    ];
  }

  private nameOf(path: string): Reason["reason"] {
    if (!this.toRead.has(path)) return this.fileReason(path).reason;
    return this.entries.has(path) ? "changed" : "new";
  }

  private kindOf(path: string): "file" | "folder" | undefined {
    try {
      return lstatSync(join(this.context.rootPath, path)).isDirectory() ? "folder" : "file";
    } catch {
      return undefined; // The file is gone, or its folder cannot be accessed.
    }
  }
}

/** Whether the only doubt is that a file was written while it was indexed: the next refresh reads it again, though it may be unchanged. */
function isOnlyRacy(now: DiscoveredFile, recorded: FileStat | undefined): boolean {
  if (recorded === undefined || recorded.ino !== UNKNOWN_INODE) return false;
  return isSameStat({ ...now, ino: UNKNOWN_INODE }, recorded);
}

const CONFIGURATION: Reason = {
  indexed: true,
  reason: "configuration",
  text: "it is configuration: linking reads it, keys that code reads are symbols",
};

/** The path relative to the root. @returns with `/`; `undefined` outside of the root */
function relativePath(rootPath: string, asked: string): string | undefined {
  const absolute = resolve(rootPath, asked);
  return inside(rootPath, absolute) ?? inside(rootPath, join(resolveLinks(dirname(absolute)), basename(absolute)));
}

function inside(rootPath: string, absolute: string): string | undefined {
  const way = relative(rootPath, absolute).replaceAll(sep, "/");
  return way === ".." || way.startsWith("../") || isAbsolute(way) ? undefined : way;
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // The file is gone: its path is compared as written.
  }
}

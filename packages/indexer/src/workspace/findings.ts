/** What a discovery has found so far. Knows kinds and limits; refuses to know how a path was reached. */
import type { Language, SkippedFile } from "@sdl/model";
import { type FileKind, findFileKind } from "./content/file-kind.js";
import type { DiscoveredConfig, DiscoveredFile, DiscoveryFault, SkipReason } from "./discovery.js";
import type { Exclusion, ExclusionListener, SkipDetail } from "./exclusion.js";
import type { FoundFile } from "./tree-view.js";

export interface FindingLimits {
  /** `undefined`: all. */
  readonly languages: ReadonlySet<Language> | undefined;
  readonly maxFileBytes: number;
}

export class Findings {
  readonly files: DiscoveredFile[] = [];
  readonly configs: DiscoveredConfig[] = [];
  readonly skipped: SkippedFile<SkipReason>[] = [];
  readonly faults: DiscoveryFault[] = [];

  constructor(
    private readonly limits: FindingLimits,
    /** Absent unless somebody asks why: then nothing is spent on reasons that are not listed. */
    readonly onExcluded: ExclusionListener | undefined,
  ) {}

  /** What a file of this name is to us: a language that was not asked for is none. */
  findKind(name: string): FileKind | undefined {
    const kind = findFileKind(name);
    if (!kind?.language || (this.limits.languages?.has(kind.language) ?? true)) return kind;
    return kind.isConfig ? { ...kind, language: undefined } : undefined;
  }

  /** Why {@link findKind} knows no kind for a name. */
  whyNoKind(name: string): Exclusion {
    const language = findFileKind(name)?.language;
    return language === undefined ? { kind: "no-language" } : { kind: "language-off", language };
  }

  /** Records a file of a known kind, or why it is not indexed. @returns whether it is */
  add(path: string, kind: FileKind, { isRegular, stat }: FoundFile): boolean {
    if (!isRegular) return this.skip(path, "not-regular");
    const { maxFileBytes } = this.limits;
    const { sizeBytes } = stat;
    if (sizeBytes > maxFileBytes) return this.skip(path, "too-large", { sizeBytes, maxFileBytes });
    if (kind.isConfig) this.configs.push({ path, ...stat });
    if (kind.language) this.files.push({ path, language: kind.language, isDeclaration: kind.isDeclaration, ...stat });
    return true;
  }

  /** @returns false, for `return findings.skip(…)` */
  skip(path: string, reason: SkipReason, detail?: SkipDetail): false {
    this.skipped.push({ path, reason });
    this.onExcluded?.(path, { kind: "skipped", reason, ...(detail === undefined ? {} : { detail }) });
    return false;
  }

  /** Records what the program failed at: it costs that path, not the discovery. */
  fail(path: string, error: unknown): void {
    this.faults.push({ path, error });
    this.onExcluded?.(path, { kind: "failed", error });
  }
}

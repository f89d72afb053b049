/** What a discovery has found so far. Knows kinds and limits; refuses to know how a path was reached. */
import type { SkippedFile } from "@sdl/model";
import { type FileKind, findFileKind } from "./content/file-kind.js";
import type { DiscoveredConfig, DiscoveredFile, DiscoveryFault, SkipReason } from "./discovery.js";
import type { Exclusion, ExclusionListener, SkipDetail } from "./exclusion.js";
import type { IgnoreSubject } from "./ignore/gitignore.js";
import { NO_CONFIG, narrow, type OwnConfig, placeOf, type ReadLimits } from "./own-config/index.js";
import type { RuleOrigin } from "./rule-origin.js";
import type { FoundFile } from "./tree-view.js";

export class Findings {
  readonly files: DiscoveredFile[] = [];
  readonly configs: DiscoveredConfig[] = [];
  readonly skipped: SkippedFile<SkipReason>[] = [];
  readonly faults: DiscoveryFault[] = [];

  /** The repository's own configuration, once it was read. */
  config: OwnConfig = NO_CONFIG;
  private limits: ReadLimits;

  constructor(
    /** What holds whatever the repository says. */
    private readonly outer: ReadLimits,
    /** Absent unless somebody asks why: then nothing is spent on reasons that are not listed. */
    readonly onExcluded: ExclusionListener | undefined,
    private readonly onFile?: (file: DiscoveredFile) => void,
  ) {
    this.limits = outer;
  }

  /** Files above it are left out. */
  get maxFileBytes(): number {
    return this.limits.maxFileBytes;
  }

  /** Takes what the repository says of itself: it leaves out more, and brings nothing in. */
  narrow(config: OwnConfig): void {
    const narrowed = narrow(config, this.outer);
    this.config = narrowed.config;
    this.limits = narrowed.limits;
  }

  /** The repository's own rule that leaves a path out. @param path the subject's, as text */
  ownRule(subject: IgnoreSubject, path: string): RuleOrigin | undefined {
    const { ignore, source } = this.config;
    // A configuration does not leave itself out.
    return ignore.isEmpty || path === source ? undefined : ignore.find(subject);
  }

  /** What a file of this name is to us: a language that was not asked for is none. */
  findKind(name: string): FileKind | undefined {
    const kind = findFileKind(name);
    if (!kind?.language || (this.limits.languages?.has(kind.language) ?? true)) return kind;
    return kind.isConfig ? { ...kind, language: undefined } : undefined;
  }

  /** Why {@link findKind} knows no kind for a name. */
  whyNoKind(name: string): Exclusion {
    const language = findFileKind(name)?.language;
    if (language === undefined) return { kind: "no-language" };
    const isOff = this.outer.languages?.has(language) === false;
    return { kind: "language-off", language, ...(isOff ? {} : placeOf(this.config, "languages")) };
  }

  /** Records a file of a known kind, or why it is not indexed. @returns whether it is */
  add(path: string, kind: FileKind, { isRegular, stat }: FoundFile): boolean {
    if (!isRegular) return this.skip(path, "not-regular");
    // A configuration does not leave itself out.
    const { maxFileBytes } = path === this.config.source ? this.outer : this.limits;
    const { sizeBytes } = stat;
    if (sizeBytes > maxFileBytes) {
      const by = maxFileBytes < this.outer.maxFileBytes ? placeOf(this.config, "maxFileBytes") : {};
      return this.skip(path, "too-large", { sizeBytes, maxFileBytes, ...by });
    }
    if (kind.isConfig) this.configs.push({ path, ...stat });
    if (!kind.language) return true;
    const file = { path, language: kind.language, isDeclaration: kind.isDeclaration, ...stat };
    this.files.push(file);
    this.onFile?.(file);
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

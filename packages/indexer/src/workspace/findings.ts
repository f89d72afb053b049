/** Findings of a running discovery. Knows kinds and limits, not how a path was reached. */
import type { SkippedFile } from "@sdl/model";
import { type FileKind, findFileKind } from "./content/file-kind.js";
import { maxBytesOf } from "./content/notebook.js";
import type { DiscoveredConfig, DiscoveredFile, DiscoveryFault, SkipReason } from "./discovery.js";
import type { Exclusion, ExclusionListener, SkipDetail } from "./exclusion.js";
import type { IgnoreSubject } from "./ignore/gitignore.js";
import { holdsLanguage, NO_CONFIG, narrow, type OwnConfig, placeOf, type ReadLimits } from "./own-config/index.js";
import type { RuleOrigin } from "./rule-origin.js";
import type { FoundFile } from "./tree-view.js";

/** Collects the files, configurations, skipped paths and faults of a discovery. */
export class Findings {
  readonly files: DiscoveredFile[] = [];
  readonly configs: DiscoveredConfig[] = [];
  readonly skipped: SkippedFile<SkipReason>[] = [];
  readonly faults: DiscoveryFault[] = [];

  /** The repository's own configuration, once read. */
  config: OwnConfig = NO_CONFIG;
  private limits: ReadLimits;

  constructor(
    /** Limits that apply whatever the repository configures. */
    private readonly outer: ReadLimits,
    /** Absent unless reasons are requested: then no time is spent on reasons that are not listed. */
    readonly onExcluded: ExclusionListener | undefined,
    private readonly onFile?: (file: DiscoveredFile) => void,
  ) {
    this.limits = outer;
  }

  /** Larger files are left out, in bytes. */
  get maxFileBytes(): number {
    return this.limits.maxFileBytes;
  }

  /** Applies the repository's configuration, which can exclude files but not include any. */
  narrow(config: OwnConfig): void {
    const narrowed = narrow(config, this.outer);
    this.config = narrowed.config;
    this.limits = narrowed.limits;
  }

  /** The configuration's rule that excludes a path. @param path the subject's, as text */
  ownRule(subject: IgnoreSubject, path: string): RuleOrigin | undefined {
    const { ignore, source } = this.config;
    // A configuration file never excludes itself.
    return ignore.isEmpty || path === source ? undefined : ignore.find(subject);
  }

  /** The kind of a file name; a language that is not selected counts as none. */
  findKind(name: string): FileKind | undefined {
    const kind = findFileKind(name);
    if (!kind?.language || holdsLanguage(this.limits.languages, kind.language)) return kind;
    return kind.isConfig ? { ...kind, language: undefined } : undefined;
  }

  /** Why {@link findKind} returns no kind for a name. */
  whyNoKind(name: string): Exclusion {
    const language = findFileKind(name)?.language;
    if (language === undefined) return { kind: "no-language" };
    const isOff = !holdsLanguage(this.outer.languages, language);
    return { kind: "language-off", language, ...(isOff ? {} : placeOf(this.config, "languages")) };
  }

  /** Records a file of a known kind, or why it is not indexed. @returns whether it is indexed */
  add(path: string, kind: FileKind, { isRegular, stat }: FoundFile): boolean {
    if (!isRegular) return this.skip(path, "not-regular");
    // A configuration file never excludes itself.
    const { maxFileBytes } = path === this.config.source ? this.outer : this.limits;
    const { sizeBytes } = stat;
    if (sizeBytes > maxBytesOf(path, maxFileBytes)) {
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

  /** Records a skipped path. @returns false, so that callers can return it */
  skip(path: string, reason: SkipReason, detail?: SkipDetail): false {
    this.skipped.push({ path, reason });
    this.onExcluded?.(path, { kind: "skipped", reason, ...(detail === undefined ? {} : { detail }) });
    return false;
  }

  /** Records a failure of the program: only this path is lost. */
  fail(path: string, error: unknown): void {
    this.faults.push({ path, error });
    this.onExcluded?.(path, { kind: "failed", error });
  }
}

/**
 * Manifest of a commit, read from git's objects alone: nothing is checked out. Stored facts are found by content; other
 * blobs are read and extracted like files of a work tree.
 */
import type { Ledger } from "@sdl/graph";
import {
  DEFAULT_MAX_FILE_BYTES,
  ExtractionPool,
  type ExtractOutcome,
  type FileMarker,
  GitError,
  type GitRepository,
  keptConfigText,
  makeFileMarker,
  maxBytesOf,
  type StagedTree,
} from "@sdl/indexer";
import { fileFlags, MAX_CONFIG_BYTES } from "../discovery/file-rules.js";
import type { Manifest, ManifestFile } from "../discovery/manifest.js";
import { entryUrl } from "../entry-url.js";
import type { RepositorySettings } from "../settings.js";
import { requireOwnFiles } from "../version.js";
import type { BlobIndex } from "./blob-index.js";
import { type CommitFile, type CommitFiles, readCommitFiles } from "./commit-files.js";
import type { LiveRevisions } from "./live-revisions.js";

/** Options of {@link readCommitManifest}. */
export interface CommitManifestOptions {
  readonly rootPath: string;
  readonly settings: RepositorySettings;
  readonly ledger: Ledger;
  readonly blobs: BlobIndex;
  readonly revisions: LiveRevisions;
  readonly workers: number;
}

/** Reads the manifest. @throws {GitError} `FAILED` also if a partial clone lacks a file */
export async function readCommitManifest(
  git: GitRepository,
  commit: string | StagedTree,
  options: CommitManifestOptions,
): Promise<Manifest> {
  const found = await readCommitFiles(git, commit, options);
  if (found.missing !== undefined)
    throw new GitError("FAILED", `${found.missing} of the commit is not in this clone; fetch it`);
  const configs = await readConfigs(git, found.configs);
  const work = new ManifestWork(
    git,
    options,
    makeFileMarker((path) => configs.get(path)),
  );
  const id = typeof commit === "string" ? commit : commit.id;
  work.takeKnown(found);
  // Facts in use are protected from pruning while the rest is read.
  options.revisions.note(id, work.factsKeys());
  await work.extractRest(found);
  options.revisions.note(id, work.factsKeys());
  return { files: work.files, configs, skipped: [...found.skipped, ...work.refused] };
}

class ManifestWork {
  readonly files = new Map<string, ManifestFile>();
  readonly refused: { readonly path: string; readonly reason: string }[] = [];

  constructor(
    private readonly git: GitRepository,
    private readonly options: CommitManifestOptions,
    private readonly marker: FileMarker | undefined,
  ) {}

  factsKeys(): string[] {
    return Array.from(this.files.values(), ({ factsKey }) => factsKey);
  }

  takeKnown({ files }: CommitFiles): void {
    const { blobs, ledger } = this.options;
    for (const file of files.values()) {
      const known = blobs.find(file.blob, file);
      if (known === undefined || !ledger.hasFacts(known.factsKey)) continue;
      this.files.set(file.path, { factsKey: known.factsKey, flags: this.flagsOf(file, known) });
    }
  }

  /** Extracts the remaining blobs with a separate pool: the repository's pool belongs to its refreshes. */
  async extractRest({ files }: CommitFiles): Promise<void> {
    const rest = [...files.values()].filter(({ path }) => !this.files.has(path));
    if (rest.length === 0) return;
    const { rootPath, settings } = this.options;
    const maxFileBytes = settings.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
    requireOwnFiles();
    const pool = new ExtractionPool({
      workerUrl: entryUrl("extraction-worker"),
      root: rootPath,
      maxFileBytes,
      languages: [],
    });
    const byBlob = new Map<string, CommitFile[]>(rest.map(({ blob }) => [blob, []]));
    for (const file of rest) byBlob.get(file.blob)?.push(file);
    try {
      let group: Buffers = [];
      let bytes = 0;
      for await (const { id, content } of this.git.blobs(
        [...byBlob.keys()],
        Math.max(...rest.map(({ path }) => maxBytesOf(path, maxFileBytes))),
      )) {
        for (const file of byBlob.get(id) ?? []) group.push({ file, content });
        bytes += content.length;
        if (bytes < GROUP_BYTES) continue;
        await this.extract(pool, group);
        group = [];
        bytes = 0;
      }
      await this.extract(pool, group);
    } finally {
      await pool.close();
    }
  }

  private async extract(pool: ExtractionPool, group: Buffers): Promise<void> {
    const pages: { key: string; page: Uint8Array }[] = [];
    const files = new Map(group.map(({ file }) => [file.path, file]));
    const jobs = group.map(({ file: { path, language, sizeBytes }, content }) => ({
      path,
      language,
      sizeBytes,
      content,
    }));
    const onOutcome = ({ path }: { readonly path: string }, outcome: ExtractOutcome): void => {
      const file = files.get(path);
      if (file === undefined || outcome.status === "gone") return;
      if (outcome.status === "skipped") this.refused.push({ path, reason: outcome.reason });
      else this.takeFacts(file, outcome, pages);
    };
    await pool.run({ jobs, workers: this.options.workers, knownKeys: [], onOutcome });
    if (!this.options.ledger.isReadOnly) this.options.ledger.putFacts(pages);
  }

  private takeFacts(file: CommitFile, outcome: Extracted, pages: { key: string; page: Uint8Array }[]): void {
    const { key, isGenerated } = outcome;
    // Copied: the page is a view of a message with other pages.
    const page = outcome.page?.slice();
    if (page !== undefined) pages.push({ key, page });
    this.files.set(file.path, {
      factsKey: key,
      flags: this.flagsOf(file, outcome),
      ...(page === undefined ? {} : { page }),
    });
    const { blob, language, path, sizeBytes } = file;
    this.options.blobs.add([{ blob, language, path, factsKey: key, isGenerated, sizeBytes }]);
  }

  private flagsOf({ path }: CommitFile, { isGenerated }: { readonly isGenerated: boolean }): number {
    return fileFlags(isGenerated, this.marker?.(path));
  }
}

type Extracted = ExtractOutcome & { readonly status: "facts" };
type Buffers = { readonly file: CommitFile; readonly content: Buffer }[];

/** Bytes of blobs extracted at a time. */
const GROUP_BYTES = 16 * 1024 * 1024;

async function readConfigs(git: GitRepository, blobs: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { id, content } of git.blobs([...blobs.values()], MAX_CONFIG_BYTES))
    texts.set(id, content.toString("utf8"));
  return new Map(
    [...blobs].flatMap(([path, blob]) => {
      const text = texts.get(blob);
      return text === undefined ? [] : [[path, keptConfigText(path, text)] as const];
    }),
  );
}

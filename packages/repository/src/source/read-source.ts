/**
 * Reader of a repository's source text, the only one: from the overlay, else from the disk through the safe path
 * primitive, decoded as in extraction. Shown text is masked. All code that returns source uses it.
 */

import type { LedgerSnapshot } from "@sdl/graph";
import { factsKeyOf, findFileKind, readSource, type SourceRead, sourceSecrets, symbolPlaces } from "@sdl/indexer";
import { ENVIRONMENT_PATH, type Language, SdlError, type SymbolHandle } from "@sdl/model";
import { SECRETS } from "@sdl/model/facts";
import type { SymbolRecord } from "@sdl/model/graph";
import type { TextSpan } from "@sdl/model/text";
import { createMasker } from "../masking/masker.js";
import { type FileContents, readVersionedSource } from "./file-contents.js";
import { DISK_ONLY, type Draft, type SourceOverlay } from "./overlay.js";
import { SourceFile } from "./source-file.js";
import { loadParser } from "./syntax.js";

/** A symbol with its current text. */
interface SourceSymbol {
  readonly symbol: SymbolRecord;
  readonly source: SourceFile;
}

/** Reads the source of one query. */
export interface SourceReader {
  /**
   * The current text of an indexed file.
   * @throws {SdlError} `file_not_indexed` if it is gone or no longer source, `too_large`, `path_outside_repo`
   */
  read(file: string): Promise<SourceFile>;
  /**
   * A symbol with its range in the current text, also if the file changed since it was indexed.
   * @throws {SdlError} as `read`; `symbol_not_found` if the changed file no longer has the symbol
   */
  locate(symbol: SymbolHandle): Promise<SourceSymbol>;
  /** All symbols of a file, in source order, with their current ranges. @throws {SdlError} as `read` */
  symbols(source: SourceFile): Promise<readonly SymbolRecord[]>;
}

/** The parts of a query that reading needs; `overlay` is absent if drafts are not supported. */
interface SourceQuery {
  readonly entry: {
    readonly repoId: string;
    readonly rootPath: string;
    readonly settings: { readonly maxFileBytes?: number | undefined };
  };
  readonly graph: LedgerSnapshot;
  readonly overlay?: SourceOverlay;
  /** Where contents come from, if not from a work tree. */
  readonly contents?: FileContents | undefined;
}

/** Opens the source of a query's repository. */
export function openSources(query: SourceQuery): SourceReader {
  return new RepositorySources(query);
}

class RepositorySources implements SourceReader {
  private readonly overlay: SourceOverlay;

  constructor(private readonly query: SourceQuery) {
    this.overlay = query.overlay ?? DISK_ONLY;
  }

  async read(file: string): Promise<SourceFile> {
    if (file === ENVIRONMENT_PATH) throw noFile();
    const draft = this.overlay.draft(file);
    if (draft !== undefined) return this.fromDraft(file, draft);
    const read = await this.readContent(file);
    const language = this.languageOf(file);
    const key = language && factsKeyOf(read.bytes, { language, path: file }, read.isGenerated);
    const isStale = key !== this.query.graph.fileEntry(file)?.factsKey;
    const secrets = isStale ? await secretsOf(language, read.text) : this.storedSecrets(file);
    return new SourceFile({ file, language, unmasked: read.text, secrets, isStale, isDraft: false });
  }

  async locate(handle: SymbolHandle): Promise<SourceSymbol> {
    const symbol = this.query.graph.symbol(handle);
    const source = await this.read(symbol.file);
    if (!source.isStale) return { symbol, source };
    const current = (await this.symbols(source)).find(({ id }) => id === symbol.id);
    if (current !== undefined) return { symbol: current, source };
    throw new SdlError(
      "symbol_not_found",
      `${symbol.qualifiedName} is no longer in ${symbol.file}, which changed since it was indexed; refresh and search again`,
      { nextBestAction: refreshCall(this.query.entry.repoId) },
    );
  }

  async symbols(source: SourceFile): Promise<readonly SymbolRecord[]> {
    const { graph } = this.query;
    const indexed = graph.fileSymbols(source.file).map((handle) => graph.symbol(handle));
    const { language } = source;
    if (!source.isStale || language === undefined) return indexed;
    const parser = await loadParser([language]);
    const places = symbolPlaces(parser, { language, text: source.unmasked, path: source.file });
    const byId = new Map(indexed.map((symbol) => [symbol.id, symbol]));
    return places.flatMap(({ id, range, line }) => {
      const symbol = byId.get(id);
      return symbol === undefined ? [] : [{ ...symbol, range, line }];
    });
  }

  private async fromDraft(file: string, { text, isRead }: Draft): Promise<SourceFile> {
    const language = this.languageOf(file);
    const secrets = isRead ? this.storedSecrets(file) : await secretsOf(language, text);
    return new SourceFile({ file, language, unmasked: text, secrets, isStale: !isRead, isDraft: true });
  }

  private storedSecrets(file: string): readonly TextSpan[] {
    const table = this.query.graph.fileFacts(file)?.table(SECRETS);
    if (table === undefined) return [];
    return Array.from(table.start, (start, row) => ({ start, end: start + (table.length[row] ?? 0) }));
  }

  private languageOf(file: string): Language | undefined {
    const indexed = this.query.graph.fileEntry(file)?.language;
    return indexed === undefined || indexed === "config" ? findFileKind(file)?.language : indexed;
  }

  private async readContent(file: string): Promise<SourceRead> {
    const { entry, contents, graph } = this.query;
    const { rootPath, repoId, settings } = entry;
    const { maxFileBytes } = settings;
    const read =
      contents === undefined
        ? readSource(rootPath, file, maxFileBytes === undefined ? {} : { maxFileBytes })
        : await readVersionedSource(contents, graph.version, file, maxFileBytes);
    if (read?.status === "source") return read;
    throw unreadable(file, read?.reason, repoId);
  }
}

async function secretsOf(language: Language | undefined, text: string): Promise<readonly TextSpan[]> {
  if (language === undefined) return [];
  return sourceSecrets(await loadParser([language]), { language, text }, createMasker());
}

function noFile(): SdlError {
  return new SdlError(
    "file_not_indexed",
    `${ENVIRONMENT_PATH} is no file: it holds the environment variables that the code reads; sdl.symbol.references tells where`,
  );
}

function unreadable(file: string, reason: string | undefined, repoId: string): SdlError {
  const nextBestAction = refreshCall(repoId);
  if (reason === undefined) {
    return new SdlError("file_not_indexed", `${file} is gone since it was indexed; refresh the index`, {
      nextBestAction,
    });
  }
  const refused = refusedRead(file, reason);
  if (refused !== undefined) return refused;
  const message = `${file} is no longer readable source (${reason}); refresh the index`;
  return new SdlError("file_not_indexed", message, { nextBestAction });
}

/** The error for a file that is too large or leaves the repository. */
export function refusedRead(file: string, reason: string): SdlError | undefined {
  if (reason === "too-large") {
    return new SdlError(
      "too_large",
      `${file} is larger than the repository's maxFileBytes; register with a higher one`,
    );
  }
  if (reason === "symlink-outside" || reason === "bad-name") {
    return new SdlError("path_outside_repo", `${file} leads out of the repository; pass a path inside it`);
  }
  return undefined;
}

function refreshCall(repoId: string) {
  return {
    tool: "sdl.index.refresh",
    args: { repoId, mode: "incremental" },
    rationale: "indexes what changed on the disk",
  };
}

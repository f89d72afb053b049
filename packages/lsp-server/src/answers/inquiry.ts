/**
 * Inquiry: one request of the client about one repository. It runs actions and converts positions in their answers to the client's coordinates. All
 * actions of one inquiry see the disk as of the time of the request.
 */
import type { Action, ActionContext, Answer, Engine, RegistryEntry } from "@sdl/engine";
import type { Location, Range } from "vscode-languageserver";
import type { OpenDocuments } from "../documents/open-documents.js";
import type { Encoding } from "../text/position-encoding.js";
import { type Place, SourceText } from "../text/source-text.js";
import type { FolderPhases } from "../workspace/folder-phases.js";
import type { Repositories } from "../workspace/repositories.js";
import { isExpectedError } from "./expected-errors.js";

/** A symbol as action answers describe it. */
export interface SymbolLabel {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
}

/** Resources of every request handler. */
export interface ServerContext {
  readonly engine: Engine;
  readonly documents: OpenDocuments;
  readonly repositories: Repositories;
  readonly phases: FolderPhases;
  readonly encoding: () => Encoding;
}

/** Runs actions for one request, on one repository. */
export class Inquiry {
  private readonly texts = new Map<string, Promise<{ readonly uri: string; readonly text: SourceText }>>();
  private readonly askedAtMs: number;

  constructor(
    private readonly sources: ServerContext,
    readonly entry: RegistryEntry,
    private readonly signal: AbortSignal,
  ) {
    this.askedAtMs = sources.engine.now();
  }

  /** Runs an action. @returns `undefined` if the index is missing or has no answer */
  runAction<Output>(action: Action<Output>, args: Readonly<Record<string, unknown>>): Promise<Output | undefined> {
    return this.runWithContext((context, repoId) => action.execute({ repoId, ...args }, context));
  }

  /** Runs a function with an action context. @returns `undefined` if the index is missing or has no answer */
  async runWithContext<T>(run: (context: ActionContext, repoId: string) => Promise<T>): Promise<T | undefined> {
    this.signal.throwIfAborted();
    const { engine } = this.sources;
    try {
      if (!(await engine.open(this.entry)).isIndexed()) return undefined;
      return await run({ engine, signal: this.signal, isNested: true, askedAtMs: this.askedAtMs }, this.entry.repoId);
    } catch (error) {
      if (isExpectedError(error)) return undefined;
      throw error;
    }
  }

  /** Runs an action. @returns its answer, and the answer as text */
  async runActionAsText<Output extends object>(
    action: Action<Output>,
    args: Readonly<Record<string, unknown>>,
    style: Parameters<Action["text"]>[1],
  ): Promise<{ readonly text: string; readonly answer: Output }> {
    const { engine } = this.sources;
    const context = { engine, signal: this.signal, text: style };
    const answer = await action.execute({ repoId: this.entry.repoId, ...args }, context);
    return { text: action.text(answer as unknown as Answer, style), answer };
  }

  /** Range of a symbol's name. */
  async nameLocation(label: SymbolLabel): Promise<Location> {
    const { uri, text } = await this.openSource(label.file);
    return { uri, range: text.nameRange(placeOfName(text, label)) };
  }

  /** The URI by which the client knows a file. */
  async fileUri(file: string): Promise<string> {
    return (await this.openSource(file)).uri;
  }

  /** Range of the name that begins at a place. */
  async siteLocation({ file, ...place }: Place & { readonly file: string }): Promise<Location> {
    const { uri, text } = await this.openSource(file);
    return { uri, range: text.nameRange(place) };
  }

  async locationOfRange(
    file: string,
    { startLine, startCol, endLine, endCol }: { startLine: number; startCol: number; endLine: number; endCol: number },
  ): Promise<Range> {
    const { text } = await this.openSource(file);
    return text.range({ line: startLine, col: startCol }, { line: endLine, col: endCol });
  }

  /** A file's text as the client has it open, or else as it is on disk. */
  private openSource(file: string): Promise<{ readonly uri: string; readonly text: SourceText }> {
    const known = this.texts.get(file) ?? this.read(file);
    this.texts.set(file, known);
    return known;
  }

  private async read(file: string): Promise<{ readonly uri: string; readonly text: SourceText }> {
    const { documents, repositories, encoding } = this.sources;
    const { entry } = this;
    const open = await documents.ofFile({ repoId: entry.repoId, file });
    if (open !== undefined) return { uri: open.uri, text: new SourceText(open.document, encoding()) };
    const text = repositories.read({ entry, file }) ?? "";
    return { uri: await repositories.uriOf(entry, file), text: SourceText.of(text, encoding()) };
  }
}

/** The last part of a qualified name: `method` of `Class.method`. */
export function simpleName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Start of a symbol's name; a module's place is the start of its file. */
function placeOfName(text: SourceText, { name, kind, line }: SymbolLabel): Place {
  return kind === "module" ? { line: 1, col: 0 } : text.findName(simpleName(name), { line, col: 0 });
}

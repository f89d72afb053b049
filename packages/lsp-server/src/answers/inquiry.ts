/**
 * One question of the client about one repository: asks actions, and places what they say in the client's coordinates. All actions of one question
 * see the disk as it was when the question came.
 */
import type { Action, ActionContext, Answer, Engine, RegistryEntry } from "@sdl/engine";
import type { Location, Range } from "vscode-languageserver";
import type { OpenDocuments } from "../documents/open-documents.js";
import type { Encoding } from "../text/position-encoding.js";
import { type Place, SourceText } from "../text/source-text.js";
import type { FolderPhases } from "../workspace/folder-phases.js";
import type { Repositories } from "../workspace/repositories.js";
import { isExpected } from "./expected-errors.js";

/** A symbol as actions name it. */
export interface Label {
  readonly symbolId: string;
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
}

export interface Sources {
  readonly engine: Engine;
  readonly documents: OpenDocuments;
  readonly repositories: Repositories;
  readonly phases: FolderPhases;
  readonly encoding: () => Encoding;
}

export class Inquiry {
  private readonly texts = new Map<string, Promise<{ readonly uri: string; readonly text: SourceText }>>();
  private readonly askedAtMs: number;

  constructor(
    private readonly sources: Sources,
    readonly entry: RegistryEntry,
    private readonly signal: AbortSignal,
  ) {
    this.askedAtMs = sources.engine.now();
  }

  /** @returns nothing where the index has no answer, or is not there yet */
  ask<Output>(action: Action<Output>, args: Readonly<Record<string, unknown>>): Promise<Output | undefined> {
    return this.call((context, repoId) => action.execute({ repoId, ...args }, context));
  }

  /** @returns nothing where the index has no answer, or is not there yet */
  async call<T>(run: (context: ActionContext, repoId: string) => Promise<T>): Promise<T | undefined> {
    this.signal.throwIfAborted();
    const { engine } = this.sources;
    try {
      if (!(await engine.open(this.entry)).isIndexed()) return undefined;
      return await run({ engine, signal: this.signal, isNested: true, askedAtMs: this.askedAtMs }, this.entry.repoId);
    } catch (error) {
      if (isExpected(error)) return undefined;
      throw error;
    }
  }

  /** The answer as text for a reader, and the answer itself. */
  async askText<Output extends object>(
    action: Action<Output>,
    args: Readonly<Record<string, unknown>>,
    style: Parameters<Action["text"]>[1],
  ): Promise<{ readonly text: string; readonly answer: Output }> {
    const { engine } = this.sources;
    const context = { engine, signal: this.signal, text: style };
    const answer = await action.execute({ repoId: this.entry.repoId, ...args }, context);
    return { text: action.text(answer as unknown as Answer, style), answer };
  }

  /** Where a symbol's name stands. */
  async nameLocation(label: Label): Promise<Location> {
    const { uri, text } = await this.source(label.file);
    return { uri, range: text.nameRange(namePlace(text, label)) };
  }

  /** What the client calls a file. */
  async uriOf(file: string): Promise<string> {
    return (await this.source(file)).uri;
  }

  /** The name that stands at a place, of which only the beginning is known. */
  async siteLocation({ file, ...place }: Place & { readonly file: string }): Promise<Location> {
    const { uri, text } = await this.source(file);
    return { uri, range: text.nameRange(place) };
  }

  async span(
    file: string,
    { startLine, startCol, endLine, endCol }: { startLine: number; startCol: number; endLine: number; endCol: number },
  ): Promise<Range> {
    const { text } = await this.source(file);
    return text.range({ line: startLine, col: startCol }, { line: endLine, col: endCol });
  }

  /** A file's text as the client has it, else as it is on the disk. */
  private source(file: string): Promise<{ readonly uri: string; readonly text: SourceText }> {
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

/** `Class.method` to `method`. */
export function simpleName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** A file's own symbol stands at its beginning. */
function namePlace(text: SourceText, { name, kind, line }: Label): Place {
  return kind === "module" ? { line: 1, col: 0 } : text.findName(simpleName(name), { line, col: 0 });
}

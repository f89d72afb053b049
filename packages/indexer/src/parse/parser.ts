/**
 * Parse engine: source text to {@link SyntaxTree}, with tree-sitter compiled to wasm. Knows grammars by language, no
 * symbols. One engine per thread: the wasm module, its parser and the column buffers are shared by all its parses.
 */
import { readFile } from "node:fs/promises";
import { LANGUAGES, type Language } from "@sdl/model";
import { type GrammarLanguage, grammarsOf } from "@sdl/model/facts";
import { Parser, type Tree, Language as WasmLanguage } from "web-tree-sitter";
import { ColumnBuffers, flattenFromMemory, flattenWithCursor } from "./flatten.js";
import { Grammar } from "./grammar.js";
import { RecentTrees } from "./recent-trees.js";
import { isSteady } from "./steady.js";
import { SyntaxTree, type TreeColumns } from "./syntax-tree.js";
import { type LanguageTables, readLanguageTables, type WasmMemory } from "./wasm-layout.js";

const GRAMMAR_FILES: Readonly<Record<GrammarLanguage, string>> = {
  typescript: "tree-sitter-typescript.wasm",
  tsx: "tree-sitter-tsx.wasm",
  javascript: "tree-sitter-javascript.wasm",
  python: "tree-sitter-python.wasm",
  go: "tree-sitter-go.wasm",
};

/** Small sources per language on which both tree readers must agree before the fast one is used. */
const SELF_TEST: Readonly<Record<GrammarLanguage, string>> = {
  typescript: "export default class A<T> extends B { async m(x?: number) { return `a`; } }\n",
  tsx: "const a = <B c={1}>text</B>;\n",
  javascript: "import a from 'b'; const {c, d = 1} = a ?? {}; c.d?.(e);\n",
  python: "@a\nclass B(C):\n    def m(self, x: int = 1) -> str:\n        return f'{x}'\n",
  go: "package a\n\nfunc (b *B[T]) m(x ...int) (y string) { return `a` + b.c }\n",
};

interface LoadedLanguage {
  readonly grammar: Grammar;
  readonly tables: LanguageTables | undefined;
}

/** Options of {@link ParseEngine.parse}. */
export interface ParseOptions {
  /** The text that offsets refer to, if `text` was blanked for the parser; equally long. */
  readonly shown?: string | undefined;
  /** Key under which the tree is kept; a later text with the same key is parsed from it. */
  readonly key?: string | undefined;
}

/** A parse needs a grammar that is not loaded: load it, then parse again. */
export class MissingGrammarError extends Error {
  override readonly name = "MissingGrammarError";
  constructor(readonly language: GrammarLanguage) {
    super(`no grammar loaded for ${language}; list it when creating the engine`);
  }
}

/** The address that a web-tree-sitter object stores under the key 0. */
function addressOf(object: object): number {
  return (object as { readonly 0: number })[0];
}

interface ParseRequest {
  readonly language: GrammarLanguage;
  readonly text: string;
  /** Key under which the tree is kept. */
  readonly place: string | undefined;
}

interface ReadTree {
  readonly tree: SyntaxTree;
  /** Whether the tree equals the one parsed from the text alone. */
  readonly isSteady: boolean;
}

/** Parses sources of the loaded languages. */
export class ParseEngine {
  private readonly parser = new Parser();
  private readonly buffers = new ColumnBuffers();
  private readonly loaded = new Map<GrammarLanguage, LoadedLanguage>();
  private readonly recent = new RecentTrees();
  /** Settles with the load requested last. */
  private loading: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly memory: WasmMemory,
    private readonly useMemory: boolean,
  ) {}

  /**
   * @param languages the grammars to load
   * @param reader `memory` reads trees from the module's memory if the self-test passes; `cursor` never does
   */
  static async create(
    languages: readonly Language[] = LANGUAGES,
    reader: "memory" | "cursor" = "memory",
  ): Promise<ParseEngine> {
    const module = sharedModule;
    await Parser.init(module);
    const engine = new ParseEngine(module as unknown as WasmMemory, reader === "memory");
    await engine.loadMissing(languages);
    return engine;
  }

  /**
   * Loads the grammars of languages that are not loaded yet: a repository seldom has every language, and each costs time and memory.
   * Loads run one after the other: a grammar that is loaded twice has trees that the parser takes for another
   * language's.
   */
  async loadMissing(languages: Iterable<Language>): Promise<void> {
    const wanted = new Set([...languages].flatMap(grammarsOf));
    const missing = [...wanted].filter((language) => !this.loaded.has(language));
    if (missing.length === 0) return;
    const load = this.loading.then(async () => {
      for (const language of missing) if (!this.loaded.has(language)) await this.load(language);
    });
    this.loading = load.catch(() => undefined);
    await load;
  }

  /** Whether trees of `language` are read from the module's memory. */
  readsMemory(language: GrammarLanguage): boolean {
    return this.loaded.get(language)?.tables !== undefined;
  }

  grammar(language: GrammarLanguage): Grammar {
    return this.require(language).grammar;
  }

  /**
   * Parses `text`. The tree is valid until the next call, and independent of earlier parses.
   * @throws {MissingGrammarError} if the language's grammar is not loaded
   */
  parse(language: GrammarLanguage, text: string, { shown = text, key }: ParseOptions = {}): SyntaxTree {
    const request = { language, text, place: key === undefined ? undefined : `${language} ${key}` };
    const reused = request.place === undefined ? undefined : this.reparseTree(language, text, request.place);
    const again = reused === undefined ? undefined : this.read(request, reused);
    const tree = again?.isSteady === true ? again.tree : this.read(request, this.parseTree(language, text)).tree;
    return shown === text ? tree : tree.withSource(shown);
  }

  /** Flattens a tree, then keeps it for the next parse under the same key, or deletes it. */
  private read({ language, text, place }: ParseRequest, tree: Tree): ReadTree {
    let keepAs: string | undefined;
    try {
      const columns = new SyntaxTree(this.require(language).grammar, text, this.flatten(language, tree));
      const steady = place !== undefined && isSteady(columns, text);
      if (steady) keepAs = place;
      return { tree: columns, isSteady: steady };
    } finally {
      if (keepAs === undefined) tree.delete();
      else this.recent.give(keepAs, text, tree);
    }
  }

  /** Size of the module's memory in bytes: it grows with the largest tree and never shrinks. */
  heapBytes(): number {
    return this.memory.HEAPU8.byteLength;
  }

  delete(): void {
    this.recent.clear();
    this.parser.delete();
  }

  private async load(language: GrammarLanguage): Promise<void> {
    const bytes = await readFile(new URL(`../grammars/${GRAMMAR_FILES[language]}`, distUrl()));
    const wasm = await WasmLanguage.load(bytes);
    const grammar = new Grammar(wasm);
    this.loaded.set(language, { grammar, tables: undefined });
    if (!this.useMemory) return;
    const tables = readLanguageTables(this.memory, addressOf(wasm));
    if (this.agrees(language, tables)) this.loaded.set(language, { grammar, tables });
  }

  private agrees(language: GrammarLanguage, tables: LanguageTables): boolean {
    const tree = this.parseTree(language, SELF_TEST[language]);
    try {
      const fast = flattenFromMemory(this.memory, tables, addressOf(tree), new ColumnBuffers(512));
      return sameColumns(fast, flattenWithCursor(tree, new ColumnBuffers(512)));
    } catch {
      return false;
    } finally {
      tree.delete();
    }
  }

  private parseTree(language: GrammarLanguage, text: string, old?: Tree): Tree {
    this.parser.setLanguage(this.require(language).grammar.language);
    const tree = this.parser.parse(text, old);
    if (tree === null) throw new Error("the parser gave no tree; this is a bug in how it was set up");
    return tree;
  }

  /** Parses from the tree kept under the same key, if there is one. */
  private reparseTree(language: GrammarLanguage, text: string, place: string): Tree | undefined {
    return this.recent.reparse(place, text, (edited, old) => this.parseTree(language, edited, old));
  }

  private flatten(language: GrammarLanguage, tree: Tree): TreeColumns {
    const { tables } = this.require(language);
    return tables === undefined
      ? flattenWithCursor(tree, this.buffers)
      : flattenFromMemory(this.memory, tables, addressOf(tree), this.buffers);
  }

  private require(language: GrammarLanguage): LoadedLanguage {
    const loaded = this.loaded.get(language);
    if (loaded === undefined) throw new MissingGrammarError(language);
    return loaded;
  }
}

/** `Parser.init` uses the first object it is given as the module of the whole thread. */
const sharedModule: Record<string, unknown> = {};

/** URL of the built package's folder, also when this file runs from `src`. */
function distUrl(): URL {
  return new URL(import.meta.url.includes("/src/parse/") ? "../../dist/parse/" : "./", import.meta.url);
}

/** Whether two trees have equal columns. */
export function sameColumns(left: TreeColumns, right: TreeColumns): boolean {
  if (left.count !== right.count) return false;
  for (const name of ["kind", "field", "start", "end", "next", "parent", "flags"] as const) {
    for (let i = 0; i < left.count; i++) if (left[name][i] !== right[name][i]) return false;
  }
  return true;
}

/**
 * Writer of one file's facts, in terms of syntax nodes. Language extractors call it.
 *
 * The extractor decides what is a symbol, a reference, an import. This class converts nodes to positions and then
 * computes what all languages share: ranges, fingerprints, search terms. It sees only this file.
 */
import { KIND_CODE, SYMBOL_KINDS, type SymbolKind, VISIBILITY_CODE, type Visibility } from "@sdl/model";
import {
  BODIES,
  ENTRIES,
  ENTRY_KINDS,
  type EntryKind,
  ExprOp,
  FACTS_FORMAT,
  FactsBuilder,
  FILE,
  type GrammarLanguage,
  IMPORTS,
  LOCAL_VALUES,
  LOCALS,
  OVERLOADS,
  OWNERS,
  PARAMS,
  REFS,
  SECRETS,
  SYMBOLS,
} from "@sdl/model/facts";
import type { TextSpan } from "@sdl/model/text";
import type { SyntaxTree } from "../parse/syntax-tree.js";
import { BodyPrints, type SymbolPart } from "./body-prints.js";
import { type FingerprintKinds, fingerprintSymbols, type Stretches } from "./fingerprint.js";
import { LineTable } from "./line-table.js";
import { writeTerms } from "./search-terms.js";
import type { NamedSymbol } from "./symbol-ids.js";
import type { TermKinds } from "./tree-words.js";

/** Raise when extraction changes: stored facts of other versions are extracted again. */
export const EXTRACTOR_VERSION = `${FACTS_FORMAT}.11`;

/** Longest doc text stored, in UTF-16 units: a card shows its first sentence, search reads all of it. */
const MAX_DOC_LENGTH = 2000;
/** Longest signature, type or default text stored, in UTF-16 units. */
const MAX_TEXT_LENGTH = 400;
/** Maximum number of values stored per local variable. */
const MAX_LOCAL_VALUES = 4;

/** The part of a symbol that is hashed besides the whole, by symbol kind; `other` for kinds not listed. */
const HASHED_PART_BY_KIND: Readonly<Partial<Record<SymbolKind, SymbolPart>>> = {
  function: "body",
  method: "body",
  constructor: "body",
  module: "type",
  class: "type",
  interface: "type",
};

/** A symbol's declaration, in terms of nodes. */
export interface SymbolInput {
  /** The whole declaration, including decorators and `export`. */
  readonly node: number;
  /** The node of the symbol's name; the declaration itself if it has no name. */
  readonly nameNode: number;
  readonly name: string;
  readonly kind: SymbolKind;
  /** Ordinal of the enclosing symbol; 0 is the module. */
  readonly container: number;
  /** The name of the type that a method in the module belongs to, see `OWNERS`. */
  readonly ownerName?: string | undefined;
  readonly flags?: number;
  readonly visibility?: Visibility | undefined;
  /** The declaration on one line, without its body: `login(user: User, retries = 3): Promise<Session>`. */
  readonly signature?: string | undefined;
  /** Source text of the return type, or of a variable's type. */
  readonly returns?: string | undefined;
  /** Type parameters as written, without brackets: `T extends Key, U`. */
  readonly generics?: string | undefined;
  readonly doc?: string | undefined;
  /** Where the symbol's range starts, if not at `node`. */
  readonly startNode?: number | undefined;
  /** Where the symbol's range ends, if not at the end of `node`. */
  readonly endNode?: number | undefined;
  /** Further nodes that repeat the name, as in overloads. */
  readonly otherNames?: readonly number[] | undefined;
}

/** A write to what `expr` names, in the code of symbol `owner`. */
export interface Mutation {
  readonly owner: number;
  readonly expr: number;
  readonly node: number;
}

/** An entry point called from outside the program, or the description of a test. */
export interface EntryInput {
  readonly owner: number;
  readonly kind: EntryKind;
  readonly text: string;
  readonly handler?: string;
  /** The entry's handler is declared inside this node. */
  readonly node?: number;
}

/** A parameter to add to a function symbol. */
export interface ParamInput {
  readonly name: string;
  readonly typeText?: string | undefined;
  /** Row of the type's expression; 0 when unknown. */
  readonly type?: number;
  readonly defaultText?: string | undefined;
  readonly flags?: number;
}

/** The language-specific node kinds of the shared stages. */
export interface SharedKinds extends FingerprintKinds, TermKinds {}

/** Collects the facts of one file; {@link finish} packs them. */
export class Extraction {
  readonly facts: FactsBuilder;
  /** Node of each row of `refs`. */
  readonly refNodes: number[] = [];
  /** Writes that are no references: items set, members deleted. */
  readonly mutations: Mutation[] = [];
  private readonly symbolNodes: number[] = [];
  private readonly symbolNames: string[] = [];
  private readonly nameNodes: number[] = [];
  private readonly firstNodes: number[] = [];
  private readonly lastNodes: number[] = [];
  private readonly otherNames: number[] = [];
  private readonly equalNames = new Map<string, number>();
  private readonly qualified: string[] = [];
  private readonly localValueCounts: number[] = [];

  /**
   * @param tree of the source with secrets masked; no fact is made from unmasked text
   * @param language of the code, which in a container is not the file's
   * @param unmasked tree of the original source, used for fingerprints only: a changed secret changes the fingerprint
   */
  constructor(
    readonly tree: SyntaxTree,
    readonly language: GrammarLanguage,
    private readonly unmasked: SyntaxTree,
    readonly lines = new LineTable(tree.source),
  ) {
    this.facts = new FactsBuilder(language);
    this.addModule();
  }

  /** @returns the new symbol's ordinal; containers must come before their members */
  addSymbol(input: SymbolInput): number {
    const { facts, tree } = this;
    const start = tree.start[input.startNode ?? input.node] ?? 0;
    const end = tree.end[input.endNode ?? input.node] ?? 0;
    const nameAt = tree.start[input.nameNode] ?? start;
    const startLine = this.lines.line(start);
    const ordinal = facts.table(SYMBOLS).append({
      name: facts.string(input.name),
      kind: KIND_CODE[input.kind],
      container: input.container,
      ordinal: this.countEqual(input),
      flags: input.flags ?? 0,
      visibility: VISIBILITY_CODE[input.visibility ?? "internal"],
      startLine,
      startCol: this.lines.col(start),
      nameLine: Math.max(0, this.lines.line(nameAt) - startLine),
      nameCol: this.lines.col(nameAt),
      endLine: this.lines.line(end) - startLine,
      endCol: this.lines.col(end),
      signatureOpt: this.textOpt(input.signature),
      returnsOpt: this.textOpt(input.returns),
      genericsOpt: this.textOpt(input.generics),
      docOpt: facts.stringOpt(input.doc === undefined ? undefined : input.doc.slice(0, MAX_DOC_LENGTH)),
      typeOpt: 0,
      valueOpt: 0,
      fpHi: 0,
      fpLo: 0,
    });
    if (input.ownerName !== undefined)
      facts.table(OWNERS).append({ symbol: ordinal, name: facts.string(input.ownerName) });
    this.symbolNodes.push(input.node);
    this.symbolNames.push(input.name);
    this.nameNodes.push(input.nameNode);
    this.firstNodes.push(input.startNode ?? input.node);
    this.lastNodes.push(input.endNode ?? input.node);
    if (input.otherNames !== undefined) this.otherNames.push(...input.otherNames);
    return ordinal;
  }

  addParam(symbol: number, param: ParamInput): void {
    this.facts.table(PARAMS).append({
      symbol,
      name: this.facts.string(param.name),
      typeTextOpt: this.textOpt(param.typeText),
      typeOpt: exprOpt(param.type),
      defaultOpt: this.textOpt(param.defaultText),
      flags: param.flags ?? 0,
    });
  }

  addOverload(symbol: number, text: string): void {
    this.facts.table(OVERLOADS).append({ symbol, text: this.facts.string(this.clean(text)) });
  }

  /** Sets the declared type of a variable, the return type of a function, or the aliased type of a type. Ignores Unknown. */
  setType(symbol: number, expr: number): void {
    if (expr === 0) return;
    this.facts.table(SYMBOLS).set(symbol, "typeOpt", expr + 1);
  }

  /** Sets the initial value of a variable. Ignores Unknown. */
  setValue(symbol: number, expr: number): void {
    if (expr === 0) return;
    this.facts.table(SYMBOLS).set(symbol, "valueOpt", expr + 1);
  }

  /** Sets the doc of a symbol that was added without one: the module. */
  setDoc(symbol: number, doc: string): void {
    const text = doc.slice(0, MAX_DOC_LENGTH);
    this.facts.table(SYMBOLS).set(symbol, "docOpt", this.facts.stringOpt(text));
  }

  /** How a symbol reads that was added without: the module's. */
  setSignature(symbol: number, signature: string): void {
    this.facts.table(SYMBOLS).set(symbol, "signatureOpt", this.textOpt(signature));
  }

  /** The node that declares a symbol. */
  nodeOf(symbol: number): number {
    return this.symbolNodes[symbol] ?? 0;
  }

  nameOf(symbol: number): string {
    return this.symbolNames[symbol] ?? "";
  }

  kindOf(symbol: number): SymbolKind {
    return SYMBOL_KINDS[this.facts.table(SYMBOLS).get(symbol, "kind")] ?? "module";
  }

  /** All symbols with qualified names and kinds, by ordinal. */
  namedSymbols(): NamedSymbol[] {
    const ordinals = this.facts.table(SYMBOLS).column("ordinal");
    return this.qualified.map((qualifiedName, symbol) => {
      return { qualifiedName, kind: this.kindOf(symbol), ordinal: ordinals[symbol] ?? 0 };
    });
  }

  addFlags(symbol: number, flags: number): void {
    const symbols = this.facts.table(SYMBOLS);
    symbols.set(symbol, "flags", symbols.get(symbol, "flags") | flags);
  }

  setVisibility(symbol: number, visibility: Visibility): void {
    this.facts.table(SYMBOLS).set(symbol, "visibility", VISIBILITY_CODE[visibility]);
  }

  /** @param owner ordinal of the innermost enclosing symbol @param node position of the reference */
  addRef(kind: number, owner: number, expr: number, node: number, arity = 0): void {
    const at = this.tree.start[node] ?? 0;
    const line = this.lines.line(at);
    this.refNodes.push(node);
    this.facts.table(REFS).append({ owner, kind, expr, line, col: at - this.lines.startOf(line), arity });
  }

  /** @returns row of the import, for `ExprOp.Import` */
  addImport(input: {
    readonly form: number;
    readonly specifier: string;
    readonly imported: string;
    readonly local: string;
    readonly node: number;
    readonly flags?: number;
  }): number {
    return this.facts.table(IMPORTS).append({
      form: input.form,
      specifier: this.facts.string(input.specifier),
      imported: this.facts.string(input.imported),
      local: this.facts.string(input.local),
      flags: input.flags ?? 0,
      line: this.lines.line(this.tree.start[input.node] ?? 0),
    });
  }

  /** @returns row of the local, for `ExprOp.Local` */
  addLocal(owner: number, name: string): number {
    this.localValueCounts.push(0);
    return this.facts.table(LOCALS).append({ owner, name: this.facts.string(name), typeOpt: 0 });
  }

  /** Sets the declared type of a local. Ignores Unknown. */
  setLocalType(local: number, expr: number): void {
    if (expr === 0) return;
    this.facts.table(LOCALS).set(local, "typeOpt", expr + 1);
  }

  /** Adds a value of a local. Drops values beyond the fourth, and Unknown. */
  addLocalValue(local: number, expr: number): void {
    const count = this.localValueCounts[local] ?? 0;
    if (expr === 0 || count >= MAX_LOCAL_VALUES) return;
    this.localValueCounts[local] = count + 1;
    this.facts.table(LOCAL_VALUES).append({ local, expr });
  }

  addEntry({ owner, kind, text, handler, node }: EntryInput): void {
    const lineAt = (offset: number | undefined) => this.lines.line(offset ?? 0);
    this.facts.table(ENTRIES).append({
      owner,
      kind: ENTRY_KINDS.indexOf(kind),
      text: this.facts.string(this.clean(text)),
      handlerOpt: this.facts.stringOpt(handler),
      fromLine: node === undefined ? 0 : lineAt(this.tree.start[node]),
      toLine: node === undefined ? 0 : lineAt(this.tree.end[node]),
    });
  }

  member(object: number, name: string): number {
    return this.facts.expr(ExprOp.Member, object, this.facts.string(name));
  }

  /** Text on one line, cut to {@link MAX_TEXT_LENGTH}, for cards. */
  clean(text: string): string {
    return oneLine(text.slice(0, MAX_TEXT_LENGTH));
  }

  /** @param spans sorted and disjoint */
  addSecrets(spans: readonly TextSpan[]): void {
    const table = this.facts.table(SECRETS);
    for (const { start, end } of spans) table.append({ start, length: end - start });
  }

  /** Computes the facts that all languages share and packs the page. */
  finish(shared: SharedKinds, options: { readonly errors: number; readonly generated: boolean }): Uint8Array {
    const { facts } = this;
    facts
      .table(FILE)
      .append({ errors: options.errors, lines: this.lines.lineCount, generated: options.generated ? 1 : 0 });
    const { prints, stretches } = fingerprintSymbols(this.unmasked, shared, {
      first: this.firstNodes,
      last: this.lastNodes,
      names: [...this.nameNodes, ...this.otherNames],
    });
    const symbols = facts.table(SYMBOLS);
    this.symbolNodes.forEach((_, ordinal) => {
      symbols.set(ordinal, "fpHi", prints[2 * ordinal] ?? 0);
      symbols.set(ordinal, "fpLo", prints[2 * ordinal + 1] ?? 0);
    });
    this.writeBodyPrints(stretches);
    const { tree, symbolNodes, nameNodes } = this;
    writeTerms({ tree, facts, kinds: shared, symbolNodes, nameNodes });
    return facts.finish();
  }

  private writeBodyPrints(stretches: Stretches): void {
    const symbols = this.facts.table(SYMBOLS);
    const bodies = this.facts.table(BODIES);
    const prints = new BodyPrints(
      this.unmasked,
      {
        nodes: this.symbolNodes,
        first: this.firstNodes,
        last: this.lastNodes,
        container: (symbol) => symbols.get(symbol, "container"),
        part: (symbol) => HASHED_PART_BY_KIND[this.kindOf(symbol)] ?? "other",
      },
      stretches,
    );
    this.symbolNodes.forEach((_, symbol) => {
      const print = prints.of(symbol);
      if (print !== undefined) bodies.append({ symbol, print });
    });
  }

  private addModule(): void {
    this.addSymbol({ node: 0, nameNode: 0, name: "", kind: "module", container: 0, visibility: "exported" });
  }

  private countEqual(input: SymbolInput): number {
    const owner = input.container === 0 ? input.ownerName : (this.qualified[input.container] ?? "");
    const qualifiedName = owner === undefined ? input.name : `${owner}.${input.name}`;
    this.qualified.push(qualifiedName);
    const key = `${KIND_CODE[input.kind]} ${qualifiedName}`;
    const count = this.equalNames.get(key) ?? 0;
    this.equalNames.set(key, count + 1);
    return count;
  }

  private textOpt(text: string | undefined): number {
    return this.facts.stringOpt(text === undefined ? undefined : this.clean(text));
  }
}

function oneLine(text: string): string {
  return /\s\s|[^\S ]|^\s|\s$/.test(text) ? text.replace(/\s+/g, " ").trim() : text;
}

/** An optional field that holds an expression's row: absent if the row is 0 (Unknown). */
function exprOpt(expr = 0): number {
  return expr === 0 ? 0 : expr + 1;
}

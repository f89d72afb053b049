/** Description of a symbol's change: signature, invariants, side effects, body. */
import { defined, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { Signature, SymbolDetails, SymbolGraph } from "@sdl/model/graph";
import { compareVersions, hasSamePart, isFunction, type ModifiedSymbol } from "./compare-versions.js";
import type { DeltaSide, DescribeSymbol } from "./delta-side.js";
import { wholeDeclaration } from "./whole-declaration.js";

/** How a symbol differs. */
export type ChangeType = "added" | "removed" | "modified";

/** Entries that only one version has. */
export interface ListDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A symbol that differs. At least one of the handles is present. */
export interface SymbolChange {
  readonly changeType: ChangeType;
  /** Handle in the earlier graph; `undefined` for an added symbol. */
  readonly before: SymbolHandle | undefined;
  /** Handle in the later graph; `undefined` for a removed symbol. */
  readonly after: SymbolHandle | undefined;
  /** Whether the symbol was moved or renamed. */
  readonly isMoved: boolean;
  /** Declarations with visibility; absent if they differ only in white space, quotes and separators. */
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  /** Whether the declared result changed, not only parameters and name. */
  readonly returnsChanged: boolean;
  readonly invariantDiff?: ListDiff;
  readonly sideEffectDiff?: ListDiff;
  /** Whether code beyond the signature changed; true for added and removed symbols. */
  readonly bodyChanged: boolean;
}

/** Described changes of a comparison. */
export interface Changes {
  readonly changes: readonly SymbolChange[];
  /** Files whose facts differ, in the order of code units. */
  readonly files: readonly string[];
}

/** Changes between two versions: modified symbols, then removed, then added ones, each by file and position. */
export function describeChanges(before: DeltaSide, after: DeltaSide, describe: DescribeSymbol): Changes {
  const { added, removed, modified, files } = compareVersions(before, after);
  return {
    changes: [
      ...modified.map((symbol) => describeModified(before.graph, after.graph, symbol, describe)),
      ...removed.map((symbol) => describeAddedOrRemoved("removed", symbol, undefined)),
      ...added.map((symbol) => describeAddedOrRemoved("added", undefined, symbol)),
    ],
    files,
  };
}

function describeAddedOrRemoved(
  changeType: ChangeType,
  before: SymbolHandle | undefined,
  after: SymbolHandle | undefined,
): SymbolChange {
  return { changeType, before, after, isMoved: false, returnsChanged: false, bodyChanged: true };
}

function describeModified(
  before: SymbolGraph,
  after: SymbolGraph,
  symbol: ModifiedSymbol,
  describe: DescribeSymbol,
): SymbolChange {
  const was = before.details(symbol.before);
  const now = after.details(symbol.after);
  const signatureDiff = diffSignatures(
    describeDeclaration(before, symbol.before, was),
    describeDeclaration(after, symbol.after, now),
  );
  const base = {
    changeType: "modified",
    ...symbol,
    ...defined({ signatureDiff }),
    returnsChanged: resultKey(was.signature) !== resultKey(now.signature),
  } as const;
  if (was.astFingerprint === now.astFingerprint) return { ...base, bodyChanged: false };
  const [earlier, later] = [describe(before, symbol.before), describe(after, symbol.after)];
  const invariantDiff = diffLists(earlier.invariants, later.invariants);
  const sideEffectDiff = diffLists(earlier.sideEffects, later.sideEffects);
  return {
    ...base,
    ...defined({ invariantDiff, sideEffectDiff }),
    // A function that changed outside of signature and body (a decorator, a long default) counts as changed code.
    bodyChanged:
      !hasSameBody(after.kindOf(symbol.after), was, now) ||
      (signatureDiff === undefined && isFunction(after.kindOf(symbol.after))),
  };
}

/** Whether the body is unchanged; true for two functions without a body, such as interface members. */
function hasSameBody(kind: SymbolKind, was: SymbolDetails, now: SymbolDetails): boolean {
  return (isFunction(kind) && was.bodyPrint === undefined && now.bodyPrint === undefined) || hasSamePart(was, now);
}

interface Declaration {
  readonly text: string;
  /** Key that is equal for declarations that differ in formatting only. */
  readonly key: string;
}

function describeDeclaration(
  graph: SymbolGraph,
  symbol: SymbolHandle,
  { signature }: SymbolDetails,
): Declaration | undefined {
  const { exported, visibility, kind, name, container } = graph.symbol(symbol);
  if (kind === "module") return undefined;
  const isMember = container !== undefined && graph.kindOf(container) !== "module";
  const access = isMember ? (visibility === "private" || visibility === "protected" ? `${visibility} ` : "") : "";
  const seen = exported && !isMember ? "export " : access;
  const text = signature === undefined ? name : wholeDeclaration(signature);
  return { text: seen + text, key: `${seen}\0${name}\0${signatureKey(signature)}` };
}

function diffSignatures(
  before: Declaration | undefined,
  after: Declaration | undefined,
): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined || after === undefined || before.key === after.key) return undefined;
  return { before: before.text, after: after.text };
}

function signatureKey(signature: Signature | undefined): string {
  if (signature === undefined) return "";
  const { params = [], returns, generics = [], overloads = [], async, generator, text } = signature;
  const parts = [
    ...params.map(({ name, type, optional, default: preset }) => [name, type ?? "", optional === true, preset ?? ""]),
    [returns ?? "", async === true, generator === true],
    generics,
    overloads,
    [text],
  ];
  return parts.map((part) => part.map((value) => withoutFormatting(String(value))).join("\u0001")).join("\u0002");
}

/** Key of the declared result. */
function resultKey(signature: Signature | undefined): string {
  if (signature === undefined) return "";
  const { returns = "", generics = [], overloads = [], async, generator } = signature;
  return [returns, ...generics, "", ...overloads, async === true, generator === true]
    .map(String)
    .map(withoutFormatting)
    .join("\u0001");
}

/** A declaration without differences by formatters: white space between non-words, kinds of quotes, separators before brackets. */
function withoutFormatting(text: string): string {
  return text
    .replace(/\/\*.*?\*\//g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ?([^\p{L}\p{N}_$ ]) ?/gu, "$1")
    .replace(/["`]/g, "'")
    .replace(/[,;]+(?=[)\]}>])/g, "")
    .replace(/;/g, ",")
    .trim();
}

function diffLists(before: readonly string[], after: readonly string[]): ListDiff | undefined {
  const [old, now] = [new Set(before), new Set(after)];
  const added = [...now].filter((text) => !old.has(text));
  const removed = [...old].filter((text) => !now.has(text));
  return added.length === 0 && removed.length === 0 ? undefined : { added, removed };
}

/** What changed of a symbol, as a reader wants to know it: how it is called, what must hold, what it does, its body. */
import { defined, type SymbolHandle, type SymbolKind } from "@sdl/model";
import type { Signature, SymbolDetails, SymbolGraph } from "@sdl/model/graph";
import { compareVersions, hasSamePart, isFunction, type ModifiedSymbol } from "./compare-versions.js";
import type { DeltaSide, DescribeSymbol } from "./delta-side.js";

export type ChangeType = "added" | "removed" | "modified";

export interface ListDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** One symbol that differs. At least one of the handles is there. */
export interface SymbolChange {
  readonly changeType: ChangeType;
  /** In the earlier graph; `undefined` for an added symbol. */
  readonly before: SymbolHandle | undefined;
  /** In the later graph; `undefined` for a removed symbol. */
  readonly after: SymbolHandle | undefined;
  /** Whether it was moved or renamed. */
  readonly isMoved: boolean;
  /** As declared, with who may see it; absent when both are equal but for white space, quotes and separators. */
  readonly signatureDiff?: { readonly before: string; readonly after: string };
  /** Whether what it gives back is declared otherwise: more than parameters and name. */
  readonly returnsChanged: boolean;
  readonly invariantDiff?: ListDiff;
  readonly sideEffectDiff?: ListDiff;
  /** Whether its code changed beyond the signature; always of what came or went. */
  readonly bodyChanged: boolean;
}

export interface Changes {
  readonly changes: readonly SymbolChange[];
  /** Files whose facts differ, by code units. */
  readonly files: readonly string[];
}

/** The changes between two versions: modified symbols, then removed, then added ones, each by file and place. */
export function describeChanges(before: DeltaSide, after: DeltaSide, describe: DescribeSymbol): Changes {
  const { added, removed, modified, files } = compareVersions(before, after);
  return {
    changes: [
      ...modified.map((symbol) => describeModified(before.graph, after.graph, symbol, describe)),
      ...removed.map((symbol) => wholeChange("removed", symbol, undefined)),
      ...added.map((symbol) => wholeChange("added", undefined, symbol)),
    ],
    files,
  };
}

function wholeChange(
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
  const signatureDiff = diffSignatures(declaration(before, symbol.before, was), declaration(after, symbol.after, now));
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
    // A change of a function that is neither in the signature nor in the body is one of code all the same: a decorator, a long default.
    bodyChanged:
      !hasSameBody(after.kindOf(symbol.after), was, now) ||
      (signatureDiff === undefined && isFunction(after.kindOf(symbol.after))),
  };
}

/** Neither of two functions without a body, members of interfaces or abstract ones, has a body that changed. */
function hasSameBody(kind: SymbolKind, was: SymbolDetails, now: SymbolDetails): boolean {
  return (isFunction(kind) && was.bodyPrint === undefined && now.bodyPrint === undefined) || hasSamePart(was, now);
}

interface Declaration {
  readonly text: string;
  /** Equal for declarations that differ in form alone. */
  readonly key: string;
}

function declaration(graph: SymbolGraph, symbol: SymbolHandle, { signature }: SymbolDetails): Declaration | undefined {
  const { exported, visibility, kind, name, container } = graph.symbol(symbol);
  if (kind === "module") return undefined;
  const isMember = container !== undefined && graph.kindOf(container) !== "module";
  const access = isMember ? (visibility === "private" || visibility === "protected" ? `${visibility} ` : "") : "";
  const seen = exported && !isMember ? "export " : access;
  const text = signature?.text ?? name;
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
  return parts.map((part) => part.map((value) => formless(String(value))).join("\u0001")).join("\u0002");
}

/** What others get of it. */
function resultKey(signature: Signature | undefined): string {
  if (signature === undefined) return "";
  const { returns = "", generics = [], overloads = [], async, generator } = signature;
  return [returns, ...generics, "", ...overloads, async === true, generator === true]
    .map(String)
    .map(formless)
    .join("\u0001");
}

/** A declaration without what formatters change: white space that separates no words, kinds of quotes, separators before brackets. */
function formless(text: string): string {
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

/**
 * Code lenses of a document: number of callers and tests of its functions and classes, and the risk of their unsaved changes. Only symbols with
 * many users or a high risk have one.
 */
import { deltaGet, fileOutline, symbolGetCards, symbolReferences } from "@sdl/engine";
import type { CodeLens } from "vscode-languageserver";
import { Inquiry, type ServerContext, simpleName } from "./inquiry.js";
import { inquireDocument } from "./position-request.js";

/** The client's settings for code lenses. */
export interface CodeLensSettings {
  readonly enabled: boolean;
  /** Smallest number of users of a symbol with a lens. */
  readonly minCallers: number;
  /** Smallest risk, 0..100, of a changed symbol that has a lens regardless of its users. */
  readonly minRisk: number;
  /** A command of the client that shows the references to the symbol at `(uri, position)`; without it, a lens is not clickable. */
  readonly command?: string;
}

const DEFAULTS: CodeLensSettings = { enabled: true, minCallers: 3, minRisk: 50 };

/**
 * Reads the settings of code lenses.
 * @param options value that the client sent as `initializationOptions` or as its settings of `sdl`; other keys are ignored
 * @param before values for absent settings
 */
export function codeLensSettings(options: unknown, before = DEFAULTS): CodeLensSettings {
  const said: unknown = isObject(options) ? options["codeLens"] : undefined;
  if (!isObject(said)) return before;
  const { enabled, minCallers, minRisk, command } = said;
  return {
    ...before,
    ...(typeof command === "string" ? { command } : {}),
    ...(typeof enabled === "boolean" ? { enabled } : {}),
    ...(isCount(minCallers) ? { minCallers } : {}),
    ...(isCount(minRisk) ? { minRisk } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Data attached to a lens, by which its symbol is found when it is shown. */
interface LensData {
  readonly repoId: string;
  readonly symbolId: string;
  readonly tests: number;
  /** Risk of the unsaved change; 0 if it is below the configured minimum. */
  readonly risk: number;
  readonly uri: string;
}

interface OutlineNode {
  readonly symbolId: string;
  readonly kind: string;
  readonly children?: readonly OutlineNode[] | undefined;
}

const KINDS: ReadonlySet<string> = new Set(["function", "class", "method"]);
/** Maximum number of cards per call of the action. */
const CARDS_PER_CALL = 100;

/** Handles `textDocument/codeLens`. */
export async function codeLenses(
  sources: ServerContext,
  uri: string,
  { minCallers, minRisk, signal }: Pick<CodeLensSettings, "minCallers" | "minRisk"> & { readonly signal: AbortSignal },
): Promise<readonly CodeLens[]> {
  const asked = await inquireDocument(sources, uri, signal);
  if (asked === undefined) return [];
  const { inquiry, path } = asked;
  const symbolIds = await declaredSymbolIds(inquiry, path);
  const risks = await unsavedRisks(inquiry, minRisk);
  const lenses: CodeLens[] = [];
  for (let from = 0; from < symbolIds.length; from += CARDS_PER_CALL) {
    const answer = await inquiry.runAction(symbolGetCards, { symbolIds: symbolIds.slice(from, from + CARDS_PER_CALL) });
    for (const card of answer?.cards ?? []) {
      const risk = risks.get(card.symbolId) ?? 0;
      if ("notModified" in card || (card.metrics.fanIn < minCallers && risk === 0)) continue;
      const { symbolId, metrics, name } = card;
      const label = { ...card, name: simpleName(name), line: card.line ?? card.range.startLine };
      const { range } = await inquiry.nameLocation(label);
      const tests = metrics.testRefs?.length ?? 0;
      lenses.push({ range, data: { repoId: inquiry.entry.repoId, symbolId, tests, risk, uri } satisfies LensData });
    }
  }
  return lenses;
}

/** Ids of a file's functions, classes and methods, in file order. */
async function declaredSymbolIds(inquiry: Inquiry, file: string): Promise<string[]> {
  const outline = await inquiry.runAction(fileOutline, { file });
  const nodes = (outline?.symbols ?? []).flatMap(withDescendants).filter(({ kind }) => KINDS.has(kind));
  return nodes.map(({ symbolId }) => symbolId);
}

/** Risks of unsaved changes by symbol; risks below `least` are omitted. */
async function unsavedRisks(inquiry: Inquiry, least: number): Promise<ReadonlyMap<string, number>> {
  const hasDrafts = await inquiry.runWithContext(async ({ engine }) => {
    const repository = await engine.open(inquiry.entry);
    return (await repository.drafted()) !== undefined;
  });
  if (hasDrafts !== true) return new Map();
  const answer = await inquiry.runAction(deltaGet, { fromVersion: "@latest", toVersion: "@draft" });
  const changed = answer?.delta.changedSymbols ?? [];
  return new Map(changed.flatMap(({ symbolId, risk }) => (risk > 0 && risk >= least ? [[symbolId, risk]] : [])));
}

/** Counts the callers for one lens when the client shows it. */
export async function resolveCodeLens(
  sources: ServerContext,
  lens: CodeLens,
  { command = "", signal }: Pick<CodeLensSettings, "command"> & { readonly signal: AbortSignal },
): Promise<CodeLens> {
  const { repoId, symbolId, tests, risk, uri } = lens.data as LensData;
  const inquiry = new Inquiry(sources, sources.engine.resolve(repoId), signal);
  const found = await inquiry.runAction(symbolReferences, { symbolId, direction: "callers", limit: 1 });
  const counts = [countWithNoun(found?.total ?? 0, "caller"), ...(tests === 0 ? [] : [countWithNoun(tests, "test")])];
  const title = [...(risk === 0 ? [] : [`risk ${risk}`]), ...counts].join(", ");
  const action = command === "" ? { command } : { command, arguments: [uri, lens.range.start] };
  return { ...lens, command: { title, ...action } };
}

function withDescendants(node: OutlineNode): readonly OutlineNode[] {
  return [node, ...(node.children ?? []).flatMap(withDescendants)];
}

function countWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

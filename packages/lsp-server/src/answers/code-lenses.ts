/** How often the functions and classes of a document are called and tested: a line above those that much depends on. */
import { fileOutline, symbolGetCards, symbolReferences } from "@sdl/engine";
import type { CodeLens } from "vscode-languageserver";
import { Inquiry, type Sources, simpleName } from "./inquiry.js";
import { inquireOf } from "./position-request.js";

export interface CodeLensSettings {
  readonly enabled: boolean;
  /** Symbols with fewer users have no lens. */
  readonly minCallers: number;
  /** A command of the client that shows the references to the symbol at `(uri, position)`; without one a lens only tells. */
  readonly command?: string;
}

const DEFAULTS: CodeLensSettings = { enabled: true, minCallers: 3 };

/**
 * @param options what the client sent as `initializationOptions`, or as its settings of `sdl`; whatever else it holds is left alone
 * @param before what holds where nothing is said
 */
export function codeLensSettings(options: unknown, before = DEFAULTS): CodeLensSettings {
  const said: unknown = isObject(options) ? options["codeLens"] : undefined;
  if (!isObject(said)) return before;
  const { enabled, minCallers, command } = said;
  const isCount = typeof minCallers === "number" && Number.isInteger(minCallers) && minCallers >= 0;
  return {
    ...before,
    ...(typeof command === "string" ? { command } : {}),
    ...(typeof enabled === "boolean" ? { enabled } : {}),
    ...(isCount ? { minCallers } : {}),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** What a lens keeps of its symbol until it is shown. */
interface LensData {
  readonly repoId: string;
  readonly symbolId: string;
  readonly tests: number;
  readonly uri: string;
}

interface Node {
  readonly symbolId: string;
  readonly kind: string;
  readonly children?: readonly Node[] | undefined;
}

const KINDS: ReadonlySet<string> = new Set(["function", "class", "method"]);
/** Cards that one call gives. */
const BATCH = 100;

export async function codeLenses(
  sources: Sources,
  uri: string,
  { minCallers, signal }: Pick<CodeLensSettings, "minCallers"> & { readonly signal: AbortSignal },
): Promise<readonly CodeLens[]> {
  const asked = await inquireOf(sources, uri, signal);
  if (asked === undefined) return [];
  const { inquiry, path } = asked;
  const outline = await inquiry.ask(fileOutline, { file: path });
  const symbolIds = (outline?.symbols ?? []).flatMap(allOf).filter(({ kind }) => KINDS.has(kind));
  const lenses: CodeLens[] = [];
  for (let from = 0; from < symbolIds.length; from += BATCH) {
    const batch = symbolIds.slice(from, from + BATCH).map(({ symbolId }) => symbolId);
    const answer = await inquiry.ask(symbolGetCards, { symbolIds: batch });
    for (const card of answer?.cards ?? []) {
      if ("notModified" in card || card.metrics.fanIn < minCallers) continue;
      const { symbolId, metrics, name } = card;
      const label = { ...card, name: simpleName(name), line: card.line ?? card.range.startLine };
      const { range } = await inquiry.nameLocation(label);
      const data: LensData = { repoId: inquiry.entry.repoId, symbolId, tests: metrics.testRefs?.length ?? 0, uri };
      lenses.push({ range, data });
    }
  }
  return lenses;
}

/** Counts the callers of one lens when the client shows it. */
export async function resolveCodeLens(
  sources: Sources,
  lens: CodeLens,
  { command = "", signal }: Pick<CodeLensSettings, "command"> & { readonly signal: AbortSignal },
): Promise<CodeLens> {
  const { repoId, symbolId, tests, uri } = lens.data as LensData;
  const inquiry = new Inquiry(sources, sources.engine.resolve(repoId), signal);
  const found = await inquiry.ask(symbolReferences, { symbolId, direction: "callers", limit: 1 });
  const title = [counted(found?.total ?? 0, "caller"), ...(tests === 0 ? [] : [counted(tests, "test")])].join(", ");
  const action = command === "" ? { command } : { command, arguments: [uri, lens.range.start] };
  return { ...lens, command: { title, ...action } };
}

function allOf(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(allOf)];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

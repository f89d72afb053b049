/** The card of the symbol under the cursor: its signature, what it does, who uses it. */
import { cardDetails, symbolGetCard } from "@sdl/engine";
import { type Hover, MarkupKind, type TextDocumentPositionParams } from "vscode-languageserver";
import { type Sources, simpleName } from "./inquiry.js";
import { inquireOfSymbol } from "./position-request.js";

/** @param isMarkdown whether the client shows Markdown */
export async function hover(
  sources: Sources,
  params: TextDocumentPositionParams,
  { signal, isMarkdown }: { readonly signal: AbortSignal; readonly isMarkdown: boolean },
): Promise<Hover | null> {
  const asked = await inquireOfSymbol(sources, params, signal);
  if (asked === undefined) return null;
  const { inquiry, symbol, text, word } = asked;
  const card = await inquiry.ask(symbolGetCard, { symbolId: symbol.symbolId, source: "none" });
  if (card === undefined || "notModified" in card) return null;
  const head = `${card.signature?.async === true ? "async " : ""}${card.signature?.text ?? `${card.kind} ${simpleName(card.name)}`}`;
  const place = `${card.kind} ${card.name}, ${card.file}:${card.line ?? card.range.startLine}`;
  const details = [place, ...cardDetails(card)];
  const value = isMarkdown ? markdown(head, languageOf(card.file), details) : [head, "", ...details].join("\n");
  const kind = isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText;
  return { contents: { kind, value }, range: text.nameRange(word.start) };
}

function markdown(head: string, language: string, details: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, longestRun(head) + 1));
  return `${fence}${language}\n${head}\n${fence}\n\n${details.map(escaped).join("  \n")}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Names hold underscores, and texts of a repository hold what they like. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

function languageOf(file: string): string {
  if (/\.pyi?$/.test(file)) return "python";
  return /\.[cm]?jsx?$/.test(file) ? "javascript" : "typescript";
}

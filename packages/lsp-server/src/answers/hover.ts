/** Hover: the card of the symbol under the cursor, with signature, behaviour and users. */
import { cardDetails, placeText, symbolGetCard } from "@sdl/engine";
import { type Hover, MarkupKind, type TextDocumentPositionParams } from "vscode-languageserver";
import { type ServerContext, simpleName } from "./inquiry.js";
import { escapedMarkdown, fencedCode } from "./markdown.js";
import { inquireSymbol } from "./position-request.js";

/** @param isMarkdown whether the client renders Markdown */
export async function hover(
  sources: ServerContext,
  params: TextDocumentPositionParams,
  { signal, isMarkdown }: { readonly signal: AbortSignal; readonly isMarkdown: boolean },
): Promise<Hover | null> {
  const asked = await inquireSymbol(sources, params, signal);
  if (asked === undefined) return null;
  const { inquiry, symbol, text, word } = asked;
  const card = await inquiry.runAction(symbolGetCard, { symbolId: symbol.symbolId, source: "none" });
  if (card === undefined || "notModified" in card) return null;
  const head = `${card.signature?.async === true ? "async " : ""}${card.signature?.text ?? `${card.kind} ${simpleName(card.name)}`}`;
  const place = `${card.kind} ${card.name}, ${placeText(card.file, card.line ?? card.range.startLine)}`;
  const details = [place, ...cardDetails(card)];
  const value = isMarkdown
    ? `${fencedCode(head, card.file)}\n\n${details.map(escapedMarkdown).join("  \n")}`
    : [head, "", ...details].join("\n");
  const kind = isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText;
  return { contents: { kind, value }, range: text.nameRange(word.start) };
}

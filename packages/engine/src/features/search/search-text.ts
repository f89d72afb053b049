/** Text form of search results: one line each, best first. */
import type { TextStyle } from "../../contract/answer-form.js";
import { staleLines, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { type AddressedSymbol, addressOf } from "../../text/symbol-address.js";
import { symbolTitle, truncateAtWord } from "../../text/symbol-title.js";

interface SentResult extends AddressedSymbol {
  readonly repoId?: string | undefined;
  readonly kind: string;
  readonly signature?: string | undefined;
  readonly summary?: string | undefined;
}

interface SentPackage {
  readonly repoId: string;
  readonly name: string;
  readonly role: "provides" | "uses";
  readonly file: string;
}

interface SentSearch extends TextBasis {
  readonly results?: readonly SentResult[] | undefined;
  readonly packages?: readonly SentPackage[] | undefined;
  readonly noGoodMatch?: true | undefined;
  readonly retrievalEvidence?: { readonly fallbackReason?: string | undefined } | undefined;
  readonly truncation?: { readonly howToResume: string } | undefined;
}

/** Formats as text: the results, one per line, or what to try instead. */
export function searchText(answer: SentSearch, style: TextStyle): string {
  const { results = [], packages = [], truncation, retrievalEvidence } = answer;
  const [best] = results;
  return textOf([
    ...staleLines(answer),
    ...warningLines(answer),
    ...packages.map(({ repoId, role, name, file }) => `${repoId}  ${role} package ${name}  ${file}`),
    ...wrapText(headText(answer)),
    ...results.map(resultLine),
    ...(truncation === undefined ? [] : wrapText(truncation.howToResume)),
    ...(retrievalEvidence?.fallbackReason === undefined ? [] : wrapText(`Note: ${retrievalEvidence.fallbackReason}`)),
    best === undefined || answer.noGoodMatch === true
      ? undefined
      : `Next: ${style.call("sdl.symbol.getCard", { ...inRepository(best), symbol: addressOf(best) })}  summary, dependencies and users of the best match`,
  ]);
}

function inRepository({ repoId }: SentResult): { readonly repoId?: string } {
  return repoId === undefined ? {} : { repoId };
}

const ADVICE = "Try fewer or other words, or parts of a name.";

function headText({ results = [], packages = [], noGoodMatch }: SentSearch): string {
  if (results.length === 0 && packages.length > 0) return "No symbol has the name.";
  if (results.length === 0) return `Nothing matches. ${ADVICE}`;
  if (noGoodMatch === true)
    return `Nothing matches well; the nearest ${countText(results.length, "symbol")}. ${ADVICE}`;
  return `${countText(results.length, "symbol")}, best first`;
}

const COLUMNS = 100;
/** Minimum columns of a title, even after a long path. */
const LEAST_COLUMNS = 50;

function resultLine(result: SentResult): string {
  const { signature, summary, kind, name, file, repoId } = result;
  const place = `${repoId === undefined ? "" : `${repoId}  `}${addressOf(result)}  `;
  const columns = Math.max(LEAST_COLUMNS, COLUMNS - place.length);
  const title = symbolTitle({ kind, name, file }, signature, columns);
  const left = columns - title.length - 2;
  return `${place}${title}${summary === undefined || left < MIN_SUMMARY ? "" : `  ${truncateAtWord(summary, left)}`}`;
}

/** Minimum columns of a summary; a shorter one is left out. */
const MIN_SUMMARY = 20;

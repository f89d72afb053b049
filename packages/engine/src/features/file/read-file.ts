/** Reads a document or configuration file, or a part of it, within a token budget. */
import { type DocumentKind, documentKind } from "@sdl/indexer";
import { stripHidden } from "@sdl/repository/masking";
import { readDocument } from "@sdl/repository/source";
import { loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { repositoryPath, workingFolder } from "../../query/repository-path.js";
import { cutPage, lineCount } from "../code/text-limits.js";
import { type FileText, findPart, listSections, type PartChoice, type Section } from "./file-part.js";

/** Request for a document or a part of it. */
export interface FileRequest extends PartChoice {
  readonly repoId?: string | undefined;
  readonly path: string;
  /** o200k tokens of the whole answer. */
  readonly budget: number;
}

/** Text within the budget, with its place in the file. */
export interface FileAnswer {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly totalLines: number;
  readonly startLine: number;
  /** Last line in the text; lower than `startLine` if the text has no line. */
  readonly endLine: number;
  /** Secrets are masked. */
  readonly text: string;
  /** Whether the text's last line is cut, because it exceeds the budget. */
  readonly isLineCut?: true;
  /** Parts that can be requested by name; present if the request names no part and the text is cut. */
  readonly sections?: readonly Omit<Section, "endLine">[];
  /** Arguments of the call that returns the rest. */
  readonly next?: Readonly<Record<string, unknown>>;
  /** The budget that the smallest page requires; present if the request's budget has no room for any line. */
  readonly minimumRequired?: number;
  /** Number of hidden characters removed. */
  readonly sanitized?: number;
}

/** Minimum tokens of a page's text, so that each page makes progress. */
const LEAST_PAGE = 8;
/** Maximum number of section names in an answer. */
const MOST_SECTIONS = 60;

/** @throws {SdlError} the errors of {@link readDocument} and {@link findPart} */
export async function readFileText(context: RunContext, request: FileRequest): Promise<FileAnswer> {
  const { engine, sentAs } = context;
  const entry = await engine.find(request.repoId);
  const file = repositoryPath({ entry, folder: workingFolder(engine.cwd, entry.rootPath) }, request.path);
  const versioned = await engine.versionedContents(entry);
  const source = await readDocument({ ...entry, versioned }, file);
  const { text: whole, removed } = stripHidden(source.slice(source.range));
  const kind = documentKind(file.slice(file.lastIndexOf("/") + 1)) ?? "document";
  const text: FileText = { file, kind, lines: splitLines(whole) };
  const count = await loadTokenCounter();
  const write = pageWriter(text, request, removed);
  const tokensOf = (answer: FileAnswer) => count(sentAs(answer));
  return fitBudget((tokens, sections) => write({ tokens, sections, count }), request.budget, tokensOf);
}

/** Lines of a text; a final line end begins no further line. */
function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

interface PageSize {
  readonly tokens: number;
  readonly sections: number;
  readonly count: (text: string) => number;
}

function pageWriter(text: FileText, request: FileRequest, removed: number): (size: PageSize) => FileAnswer {
  const { file, kind, lines } = text;
  const { startLine, endLine } = findPart(text, request);
  const part = lines.slice(startLine - 1, endLine).join("\n");
  const isPart = [request.key, request.heading, request.lines].some((chosen) => chosen !== undefined);
  const named = isPart ? [] : listSections(text).map(({ name, line }) => ({ name, line }));
  return ({ tokens, sections, count }) => {
    const page = tokens <= 0 ? "" : cutPage(part, 0, { maxTokens: tokens }, count).text;
    const last = page === part ? endLine : startLine + lineCount(page) - 1;
    return {
      ...{ file, kind, totalLines: lines.length, startLine, endLine: last, text: page.replace(/\n$/, "") },
      ...(page !== part && page !== "" && !page.endsWith("\n") ? { isLineCut: true as const } : {}),
      ...(last === endLine ? {} : { sections: named.slice(0, sections) }),
      ...(last < endLine ? { next: { path: file, lines: `${last + 1}-${endLine}`, budget: request.budget } } : {}),
      ...(removed > 0 ? { sanitized: removed } : {}),
    };
  };
}

/** The most lines whose whole answer keeps the budget. Section names are included first, in at most a quarter of the budget. */
function fitBudget(
  write: (tokens: number, sections: number) => FileAnswer,
  budget: number,
  tokensOf: (answer: FileAnswer) => number,
): FileAnswer {
  const bare = tokensOf(write(0, 0));
  let sections = bare > budget ? 0 : MOST_SECTIONS;
  while (sections > 0 && tokensOf(write(0, sections)) - bare > budget / 4) sections = Math.floor(sections / 2);
  for (let tokens = budget; ; ) {
    const answer = write(tokens, sections);
    const excess = tokensOf(answer) - budget;
    if (excess <= 0 && tokens > 0) return answer;
    if (tokens > 0) tokens = Math.max(0, tokens - excess);
    else if (sections > 0) sections = 0;
    else return answer.next === undefined ? answer : { ...answer, minimumRequired: tokensOf(write(LEAST_PAGE, 0)) };
  }
}

/** A document or configuration file as clients ask for it: whole, or a part of it, within a budget. */
import { type DocumentKind, documentKind } from "@sdl/indexer";
import { stripHidden } from "@sdl/repository/masking";
import { readDocument } from "@sdl/repository/source";
import { loadTokenCounter } from "@sdl/slice";
import type { RunContext } from "../../contract/action.js";
import { repositoryPath, workingFolder } from "../../query/repository-path.js";
import { lineCount, pageAt } from "../code/text-limits.js";
import { type FileText, findPart, type PartChoice, type Section, sectionsOf } from "./file-part.js";

export interface FileRequest extends PartChoice {
  readonly repoId?: string | undefined;
  readonly path: string;
  /** In o200k tokens, of the whole answer. */
  readonly budget: number;
}

export interface FileAnswer {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly totalLines: number;
  readonly startLine: number;
  /** The last one that is in the text; below `startLine` where there is none. */
  readonly endLine: number;
  /** Masked. */
  readonly text: string;
  /** Whether the text's last line is cut, being too long for the budget by itself. */
  readonly isLineCut?: true;
  /** What can be asked for by name, where no part was and the file goes on. */
  readonly sections?: readonly Omit<Section, "endLine">[];
  /** Arguments of the call that goes on where the budget ended. */
  readonly next?: Readonly<Record<string, unknown>>;
  /** What the budget must be for the smallest page, where it has room for none. */
  readonly minimumRequired?: number;
  /** Hidden characters taken out. */
  readonly sanitized?: number;
}

/** Tokens of the smallest page that brings something. */
const LEAST_PAGE = 8;
/** Names of sections that an answer tells at most. */
const MOST_SECTIONS = 60;

/** @throws {SdlError} as {@link readDocument} and {@link findPart} */
export async function readFileText(context: RunContext, request: FileRequest): Promise<FileAnswer> {
  const { engine, sentAs } = context;
  const entry = await engine.find(request.repoId);
  const file = repositoryPath({ entry, folder: workingFolder(engine.cwd, entry.rootPath) }, request.path);
  const source = readDocument(entry, file);
  const { text: whole, removed } = stripHidden(source.slice(source.range));
  const kind = documentKind(file.slice(file.lastIndexOf("/") + 1)) ?? "document";
  const text: FileText = { file, kind, lines: linesOf(whole) };
  const count = await loadTokenCounter();
  const write = pageWriter(text, request, removed);
  const tokensOf = (answer: FileAnswer) => count(sentAs(answer));
  return fit((tokens, sections) => write({ tokens, sections, count }), request.budget, tokensOf);
}

/** A line end closes a line and opens none. */
function linesOf(text: string): readonly string[] {
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
  const named = isPart ? [] : sectionsOf(text).map(({ name, line }) => ({ name, line }));
  return ({ tokens, sections, count }) => {
    const page = tokens <= 0 ? "" : pageAt(part, 0, { maxTokens: tokens }, count).text;
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

/** The most lines that keep the budget with all that stands around them, which goes first; names of sections take at most a quarter of it. */
function fit(
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

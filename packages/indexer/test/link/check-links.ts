/**
 * Annotated fixtures. A line `//^^^^ calls path#Name` (`#^^^^` in Python) describes the reference above its carets: the
 * symbol that owns it has such an edge. For every annotated owner and verb, the annotations must be complete: no other
 * edge of that kind exists. Verbs: `calls`, `imports`, `uses`, `extends`, `implements`; `leaves package name` for an
 * unresolved leaf; `calls nothing` and the like for no edge. ` by rule .95` may follow.
 */
import { type FactsPage, qualifiedNames, REFS, SYMBOLS } from "@sdl/model/facts";
import { expect } from "vitest";
import { createLinkSession, linkFile } from "../../src/link/index.js";
import { type NamedLink, namedLinks } from "./link-text.js";
import { fixtureTexts, MemoryRepository } from "./memory-repository.js";

const MARK = /^\s*(?:\/\/|#)\s*(\^+) (calls|imports|uses|extends|implements|leaves) (.+)$/;

interface Mark {
  readonly owner: string;
  readonly verb: string;
  readonly expected: string;
}

/** Checks the links of an annotated fixture. */
export function checkLinks(fixture: string): void {
  const texts = fixtureTexts(fixture);
  const repository = new MemoryRepository(texts);
  const session = createLinkSession(repository);
  let annotations = 0;
  const expected: string[] = [];
  const actual: string[] = [];
  for (const [path, text] of texts) {
    const file = repository.file(path);
    if (file === undefined) continue;
    const marks = readMarks(text, repository.facts(file));
    annotations += marks.length;
    const links = namedLinks(repository, linkFile(session, file));
    for (const topic of new Set(marks.map((mark) => topicOf(path, mark)))) {
      const group = marks.filter((mark) => topicOf(path, mark) === topic);
      const { owner, verb } = group[0]!;
      expected.push(...group.filter((mark) => mark.expected !== "nothing").map((mark) => `${topic} ${mark.expected}`));
      const found = links.filter((link) => link.from === owner && isAbout(link, verb));
      actual.push(...found.map((link) => `${topic} ${link.to}${ruleText(link, group)}`));
    }
  }
  expect(annotations, "the fixture has no annotation that could fail").toBeGreaterThan(0);
  expect([...new Set(actual)].sort().join("\n")).toBe([...new Set(expected)].sort().join("\n"));
}

function topicOf(path: string, mark: Mark): string {
  return `${path}#${mark.owner} ${mark.verb}`;
}

function isAbout(link: NamedLink, verb: string): boolean {
  if (verb === "leaves") return !link.isResolved;
  return link.isResolved && verb === (link.kind === "uses" || link.kind.endsWith("s") ? link.kind : `${link.kind}s`);
}

/** Text of the rule and confidence, if the annotation of that target names them. */
function ruleText(link: NamedLink, marks: readonly Mark[]): string {
  const isNamed = marks.some((mark) => mark.expected.startsWith(`${link.to} by `));
  return isNamed ? ` by ${link.rule} .${link.confidence}` : "";
}

function readMarks(text: string, page: FactsPage): Mark[] {
  const marks: Mark[] = [];
  let source = 0;
  text.split("\n").forEach((line, at) => {
    const match = MARK.exec(line);
    if (match === null) {
      source = at + 1;
      return;
    }
    const col = line.indexOf("^");
    marks.push({ owner: ownerAt(page, source, col, match[1]!.length), verb: match[2]!, expected: match[3]!.trim() });
  });
  return marks;
}

/** The owner of the reference that starts under the carets; without a reference, the innermost symbol there. */
function ownerAt(page: FactsPage, line: number, col: number, width: number): string {
  const names = qualifiedNames(page);
  const refs = page.table(REFS);
  for (let row = 0; row < refs.rows; row++) {
    const at = refs.col[row] ?? 0;
    if (refs.line[row] === line && at >= col && at < col + width) return names[refs.owner[row] ?? 0]!;
  }
  const symbols = page.table(SYMBOLS);
  let found = 0;
  for (let row = 1; row < symbols.rows; row++) {
    const start = symbols.startLine[row] ?? 0;
    if (line >= start && line <= start + (symbols.endLine[row] ?? 0)) found = row;
  }
  return names[found]!;
}

/**
 * Judgement of a case: which edges of confidence ≥ .5 are right, wrong, missing. A class and its constructor are one
 * target. Call edges are judged everywhere; edges of other kinds only for owners with an annotation of that kind.
 */
import { qualifiedNames, SYMBOLS } from "@sdl/model/facts";
import { createLinkSession, linkFile } from "../../../src/link/index.js";
import { type NamedLink, namedLinks } from "../link-text.js";
import { MemoryRepository } from "../memory-repository.js";
import { type Expectation, type MicroCase, VERBS, type Verb } from "./micro-case.js";

/** Minimum confidence in hundredths. */
const MIN_CONFIDENCE = 50;

/** One judged or missing edge. */
export interface Verdict {
  readonly feature: string;
  readonly title: string;
  readonly outcome: "right" | "wrong" | "missed" | "found";
  /** Rule of an edge; empty for an expectation. */
  readonly rule: string;
  readonly text: string;
}

/** Judges a case. `right` and `wrong` are edges; `found` and `missed` are expectations. */
export function judge(fixture: MicroCase): Verdict[] {
  const repository = new MemoryRepository(fixture.texts);
  const expected = fixture.expectations.map((it) => ({
    ...it,
    owner: it.owner ?? ownerAt(repository, it.path, it.line),
  }));
  const links = linksOf(repository, fixture);
  const edges = links.filter((link) => link.isResolved && link.confidence >= MIN_CONFIDENCE).map(edgeOf);
  const shown = { feature: fixture.feature, title: fixture.title };
  const asked = expected.filter((it) => !it.isOptional).map((it) => judgeExpectation(it, edges, links));
  const judged = edges.filter(({ link, verb }) => verb === "call" || expected.some((it) => isOf(it, link, verb)));
  return [...asked, ...judged.map((edge) => judgeEdge(edge, expected))].map((it) => ({ ...shown, ...it }));
}

type Judgement = Pick<Verdict, "outcome" | "rule" | "text">;
type PlacedLink = NamedLink & { readonly path: string };

function linksOf(repository: MemoryRepository, fixture: MicroCase): PlacedLink[] {
  const session = createLinkSession(repository);
  return [...fixture.texts.keys()].flatMap((path) => {
    const file = repository.file(path);
    if (file === undefined) return [];
    return namedLinks(repository, linkFile(session, file)).map((link) => ({ ...link, path }));
  });
}

function judgeExpectation(it: Expectation, edges: readonly Found[], links: readonly PlacedLink[]): Judgement {
  const isFound = it.isLeaf ? links.some((link) => isLeafOf(link, it)) : edges.some((edge) => fits(edge, it));
  const text = `${it.path}:${it.line} ${it.owner} ${it.verb} ${it.isLeaf ? "!" : ""}${it.anyOf.join(" | ")}`;
  return { outcome: isFound ? "found" : "missed", rule: "", text };
}

function judgeEdge(edge: Found, expected: readonly Expectation[]): Judgement {
  const { link, verb, target } = edge;
  const isRight = expected.some((it) => !it.isLeaf && fits(edge, it));
  const text = `${link.path} ${link.from} ${verb} ${target} by ${link.rule} .${link.confidence}`;
  return { outcome: isRight ? "right" : "wrong", rule: link.rule, text };
}

interface Found {
  readonly link: PlacedLink;
  readonly verb: Verb;
  readonly target: string;
}

function fits({ link, verb, target }: Found, it: Expectation): boolean {
  return !it.isLeaf && isOf(it, link, verb) && it.anyOf.some((any) => targetName(any) === target);
}

function edgeOf(link: PlacedLink): Found {
  return { link, verb: verbOf(link), target: targetName(link.to) };
}

function isOf(it: Expectation, link: PlacedLink, verb: Verb): boolean {
  return isAbout(it, link) && it.verb === verb;
}

function isAbout(it: Expectation, link: PlacedLink): boolean {
  return it.path === link.path && it.owner === link.from;
}

function isLeafOf(link: PlacedLink, it: Expectation): boolean {
  if (link.isResolved || !isAbout(it, link) || (it.verb !== "call" && it.verb !== verbOf(link))) return false;
  return it.anyOf.some((any) => any === "" || link.to === any || link.to.startsWith(`${any} `));
}

function verbOf(link: NamedLink): Verb {
  return VERBS.find((verb) => verb === link.kind || verb === `${link.kind}s`) ?? "call";
}

/** A constructor is replaced by its class. */
function targetName(target: string): string {
  return target.replace(/\.(__init__|__new__|constructor)$/, "");
}

/** The innermost symbol around the line; if several start on it, the last. */
function ownerAt(repository: MemoryRepository, path: string, line: number): string {
  const file = repository.file(path);
  if (file === undefined) return "";
  const page = repository.facts(file);
  const { startLine, endLine, rows } = page.table(SYMBOLS);
  let owner = 0;
  for (let row = 1; row < rows; row++) {
    const start = startLine[row] ?? 0;
    if (line >= start && line <= start + (endLine[row] ?? 0)) owner = row;
  }
  return qualifiedNames(page)[owner] ?? "";
}

/**
 * Random programs with cycles, in which everything holds, returns, extends, re-exports or decorates everything else:
 * linking ends, throws nothing, takes work linear in the program, and gives the same links in another order of files,
 * with an empty cache, and after an edit. A program is a pair of files from pools that are parsed once. The long tier
 * (SDL_LONG=1) draws more programs; SDL_SEED draws others.
 */
import { EXPORTS, EXPRS, IMPORTS, REFS, SYMBOLS } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { changedLookups, createLinkSession, type LinkSession, linkFile, WorkLimitError } from "../../src/link/index.js";
import { linkText } from "./link-text.js";
import { MemoryRepository, viewOf } from "./memory-repository.js";
import { Random } from "./random-repository.js";

const IS_LONG = process.env["SDL_LONG"] === "1";
const PROGRAMS = IS_LONG ? 1_000_000 : 2_000;
/** Number of files per language and side; its square is the number of programs to draw from. */
const POOL = IS_LONG ? 4_000 : 250;
const SEED = Number(process.env["SDL_SEED"] ?? 20261123);
/** Interval of programs that are also linked in other ways. */
const CHECKED = 10;
/** Maximum work per row of a program: far more than any program needs, far less than a search that doubles with each cycle. */
const WORK_PER_ROW = 150;
const NAMES = ["a", "b", "c", "d"];

function scriptOf(random: Random, other: string): string {
  const name = () => random.pick(NAMES);
  const type = () => random.pick(["A", "B", "A<B<A>>", "B<typeof a>", "B<typeof a.b>", "Alias", "Tools", "A['x']"]);
  const statements = [
    () => `export let ${name()} = ${name()}.${name()} ?? ${name()};`,
    () => `export var ${name()} = ${name()}(${name()}) || new A(${name()});`,
    () =>
      `export class A<T> extends ${random.pick(["B", "A", "a", "x"])}<${random.pick(["T", type()])}> { get ${name()}() { return this.${name()}; } get ${name()}(): ${type()} { return this; } [Symbol.iterator](): ${type()} { return this; } }`,
    () =>
      `export class B<T extends ${type()}> { ${name()}: ${type()} = ${name()}; ${name()}() { return this.${name()}; } }`,
    () => `export type Alias = ${type()} | [${type()}, Alias];`,
    () => `export type Tools = typeof import("./${other}");`,
    () => `export interface B extends ${type()}, ${type()} {}`,
    () => `export const ${name()} = { ${name()}: () => ${name()}[x](), [a.b]() { ${name()}[x].${name()}(); } };`,
    () => `export function ${name()}() { const d = {}; d.${name()} = () => ${name()}().${name()}(); return d; }`,
    () => `export * from "./${other}";`,
    () => `export { ${name()} as ${name()} } from "./${other}";`,
    () => `import { ${name()} as x } from "./${other}";`,
    () => `module.exports = require("./${random.pick([other, "p"])}");`,
    () =>
      `export function ${name()}<T>(it: T) { for (const one of ${name()}) one.${name()}(); return ${name()}(it).${name()}; }`,
    () => `/** @type {${type()}} */ var ${name()} = { ${name()}, ...${name()} };`,
  ];
  return Array.from({ length: 4 + random.below(6) }, () => random.pick(statements)()).join("\n");
}

function moduleOf(random: Random, other: string): string {
  const name = () => random.pick(NAMES);
  const statements = [
    () => `${name()} = ${name()}.${name()} or ${name()}`,
    () => `${name()} = ${name()}(${name()})`,
    () => `from ${other} import ${random.pick([name(), "*"])}`,
    () =>
      `class A(${random.pick(["B", "A", "a", "b.A"])}):\n    ${name()} = ${name()}\n    @property\n    def ${name()}(self) -> "${random.pick(["A", "B", "a"])}":\n        return self.${name()}.${name()}\n    @property\n    def __call__(self):\n        return self.${name()}\n    def __iter__(self):\n        return self`,
    () =>
      `class B(${random.pick(["A", "B", "a"])}):\n    def ${name()}(self):\n        return self.${name()}()\n    __call__ = ${name()}`,
    () =>
      `@${name()}\n@${name()}(${name()})\ndef ${name()}(x):\n    for one in ${name()}:\n        one.${name()}()\n    return ${name()}(x).${name()}`,
  ];
  return Array.from({ length: 4 + random.below(6) }, () => random.pick(statements)()).join("\n");
}

type Texts = ReadonlyMap<string, string>;

/** A file on a program's left or right side. */
interface Side {
  readonly path: string;
  readonly text: string;
}

class Pool {
  private readonly sides = new Map<string, Side[]>();

  constructor(random: Random) {
    for (const [name, other] of [
      ["p", "q"],
      ["q", "p"],
    ] as const) {
      const scripts = Array.from({ length: POOL }, () => {
        return { path: `${name}.${random.pick(["ts", "js"])}`, text: scriptOf(random, other) };
      });
      const modules = Array.from({ length: POOL }, () => ({ path: `${name}.py`, text: moduleOf(random, other) }));
      this.sides.set(`${name} script`, scripts).set(`${name} module`, modules);
    }
  }

  program(random: Random): { readonly texts: Texts; readonly edited: Texts } {
    const language = random.pick(["script", "module"]);
    const pick = (name: string): Side => random.pick(this.sides.get(`${name} ${language}`) ?? []);
    const [left, right, next] = [pick("p"), pick("q"), pick("p")];
    const textsOf = (...sides: readonly Side[]): Texts => new Map(sides.map(({ path, text }) => [path, text]));
    return { texts: textsOf(left, right), edited: textsOf(next, right) };
  }
}

interface Linked {
  readonly text: string;
  readonly lookups: Uint32Array;
}

/** Links all or some files of a program, and counts the work of each. */
function linkAll(texts: Texts, session: LinkSession, repository: MemoryRepository, paths = texts.keys()) {
  const links = new Map<string, Linked>();
  const work = new Map<string, number>();
  for (const path of paths) {
    const file = repository.file(path) ?? -1;
    const linked = linkFile(session, file);
    links.set(path, { text: linkText(repository, linked), lookups: linked.lookups });
    work.set(path, session.evaluator.recorder.work);
  }
  return { links, work };
}

function linkOf(texts: Texts) {
  const repository = new MemoryRepository(texts);
  return linkAll(texts, createLinkSession(repository), repository);
}

/** The files that exceed a limit. @param contextBytes 0 to cache nothing between the links of two files */
function failing(texts: Texts, limit: number, contextBytes: number | undefined): string[] {
  const repository = new MemoryRepository(texts);
  const session = createLinkSession(repository, { contextBytes, workLimit: () => limit });
  return [...texts.keys()].filter((path) => {
    try {
      linkFile(session, repository.file(path) ?? -1);
      return false;
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      return true;
    }
  });
}

function reversed(texts: Texts): Texts {
  return new Map([...texts].reverse());
}

function rowsOf(texts: Texts): number {
  let rows = 0;
  for (const [path, text] of texts) {
    const { facts } = viewOf(path, text);
    for (const table of [EXPORTS, EXPRS, IMPORTS, REFS, SYMBOLS]) rows += facts.table(table).rows;
  }
  return rows;
}

function checkOrder(texts: Texts, { links, work }: ReturnType<typeof linkOf>): void {
  const there = linkOf(reversed(texts));
  for (const [path, { text }] of links) expect(there.links.get(path)?.text).toBe(text);
  for (const [path, count] of work) expect(there.work.get(path), `work of ${path}`).toBe(count);
  const limit = Math.min(...work.values());
  const wanted = [...texts.keys()].filter((path) => (work.get(path) ?? 0) > limit).sort();
  for (const contextBytes of [undefined, 0]) {
    expect(failing(texts, limit, contextBytes).sort()).toEqual(wanted);
    expect(failing(reversed(texts), limit, contextBytes).sort()).toEqual(wanted);
  }
}

/** Links after the left file was replaced. Does nothing if the edit renames files, or changes no lookup. */
function checkEdit(texts: Texts, edited: Texts, before: ReadonlyMap<string, Linked>): void {
  const changed = new Set<number>();
  for (const path of new Set([...texts.keys(), ...edited.keys()])) {
    const [old, now] = [texts, edited].map((state) => {
      const text = state.get(path);
      return text === undefined ? undefined : viewOf(path, text);
    });
    if (old !== now) for (const lookup of changedLookups(old, now)) changed.add(lookup);
  }
  const repository = new MemoryRepository(edited);
  const scratch = linkOf(edited).links;
  const stale = [...edited.keys()].filter((path) => {
    const known = texts.get(path) === edited.get(path) ? before.get(path) : undefined;
    return known === undefined || known.lookups.some((lookup) => changed.has(lookup));
  });
  const links = new Map([
    ...before,
    ...linkAll(edited, createLinkSession(repository), repository, stale.values()).links,
  ]);
  for (const [path, { text, lookups }] of scratch) {
    expect(links.get(path)?.text, path).toBe(text);
    expect(links.get(path)?.lookups.join(), path).toBe(lookups.join());
  }
}

test(`${PROGRAMS} random programs with cycles are linked in linear work`, { timeout: 14_400_000 }, () => {
  const pool = new Pool(new Random(SEED));
  for (let i = 0; i < PROGRAMS; i++) {
    const { texts, edited } = pool.program(new Random(SEED + i));
    try {
      const linked = linkOf(texts);
      const most = WORK_PER_ROW * rowsOf(texts);
      for (const [path, work] of linked.work)
        if (work > most) expect(work, `work of ${path}`).toBeLessThanOrEqual(most);
      if (i % CHECKED !== 0) continue;
      checkOrder(texts, linked);
      checkEdit(texts, edited, linked.links);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`SDL_SEED=${SEED}, program ${i}: ${message}\n${[...texts.values()].join("\n---\n")}`);
    }
  }
});

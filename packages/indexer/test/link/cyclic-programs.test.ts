/**
 * Random programs in which everything holds, returns, extends, re-exports or decorates everything else, in circles: linking ends, throws
 * nothing, and gives the same links in another order of files. The long tier (SDL_LONG=1) draws more; SDL_SEED draws others.
 */
import { expect, test } from "vitest";
import { createLinkSession, linkFile } from "../../src/link/index.js";
import { linkText } from "./link-text.js";
import { MemoryRepository } from "./memory-repository.js";
import { Random } from "./random-repository.js";

const PROGRAMS = process.env["SDL_LONG"] === "1" ? 200_000 : 400;
const SEED = Number(process.env["SDL_SEED"] ?? 20261123);
const NAMES = ["a", "b", "c", "d"];

function scriptOf(random: Random, other: string): string {
  const name = () => random.pick(NAMES);
  const type = () => random.pick(["A", "B", "A<B<A>>", "B<typeof a>", "Alias", "A['x']"]);
  const statements = [
    () => `export let ${name()} = ${name()}.${name()} ?? ${name()};`,
    () => `export var ${name()} = ${name()}(${name()}) || new A(${name()});`,
    () =>
      `export class A<T> extends ${random.pick(["B", "A", "a", "x"])}<T> { get ${name()}() { return this.${name()}; } get ${name()}(): ${type()} { return this; } [Symbol.iterator](): ${type()} { return this; } }`,
    () =>
      `export class B<T extends ${type()}> { ${name()}: ${type()} = ${name()}; ${name()}() { return this.${name()}; } }`,
    () => `export type Alias = ${type()} | [${type()}, Alias];`,
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

function program(random: Random): Map<string, string> {
  if (random.some(0.5))
    return new Map([
      ["m.py", moduleOf(random, "n")],
      ["n.py", moduleOf(random, "m")],
    ]);
  const extension = random.pick(["ts", "js"]);
  return new Map([
    [`p.${extension}`, scriptOf(random, "q")],
    [`q.${extension}`, scriptOf(random, "p")],
  ]);
}

function links(texts: ReadonlyMap<string, string>): Map<string, string> {
  const repository = new MemoryRepository(texts);
  const session = createLinkSession(repository);
  const found = new Map<string, string>();
  for (const path of texts.keys()) {
    const file = repository.file(path) ?? -1;
    found.set(path, linkText(repository, linkFile(session, file)));
  }
  return found;
}

test(`${PROGRAMS} programs of circles`, { timeout: 7_200_000 }, () => {
  for (let i = 0; i < PROGRAMS; i++) {
    const texts = program(new Random(SEED + i));
    const reversed = new Map([...texts].reverse());
    const shown = `seed ${SEED + i}\n${[...texts.values()].join("\n---\n")}`;
    const [here, there] = [links(texts), links(reversed)];
    for (const [path, text] of here) expect(there.get(path), shown).toBe(text);
  }
});

/**
 * The micro-suite's fixtures: small cases, one per language feature, in one text.
 *
 *     === what the case shows
 *     --- lib/a.py
 *     def f(): pass
 *     --- main.py
 *     from lib.a import f
 *     f()  # -> lib/a.py#f
 *
 * A case without a `---` line is one file, `main` with the suite's extension. An annotation stands at the end of the line that makes
 * the edges, in a comment: `# -> …`, `// -> …`, `/* -> … *\/`. It speaks of the innermost symbol around that line, or of another one
 * named before the arrow (`# C.m -> …`; `# <module> -> …`). After the arrow stand items, separated by commas:
 *
 *  - `C.m` the symbol of this file, `lib/a.py#C.m` of another, `lib/a.py` a module;
 *  - before it a verb, `call` when there is none: `imports`, `uses`, `extends`, `implements`, `config`;
 *  - `a | b` one of them at least, and none of them is wrong; `?a` not wrong, but not asked for;
 *  - `!package` or `!package name`: an unresolved leaf, `config !env: NAME` one of that kind; `!` alone: unresolved, whatever its name;
 *  - `nothing`: no edge; a note to the reader, since what is not expected is wrong anyway.
 *
 * Expectations say what the language does at run time, never what the linker can do. Calls are what the source writes as one: calls,
 * constructions, decorators, accessors; operators, iteration and the like are not.
 */

export const VERBS = ["call", "imports", "uses", "extends", "implements", "config"] as const;
export type Verb = (typeof VERBS)[number];

/** One item of an annotation. */
export interface Expectation {
  readonly path: string;
  readonly line: number;
  /** Qualified name, empty for the module; `undefined`: the innermost symbol around the line. */
  readonly owner: string | undefined;
  readonly verb: Verb;
  /** `path#name`, `path` for a module; `package` or `package name` for a leaf, empty for any. */
  readonly anyOf: readonly string[];
  readonly isLeaf: boolean;
  readonly isOptional: boolean;
}

export interface MicroCase {
  readonly feature: string;
  readonly title: string;
  /** By path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly expectations: readonly Expectation[];
  /** Lines with an annotation, `nothing` included. */
  readonly annotations: number;
}

const MARK = /(?:#|\/\/|\/\*) (?:([\w.$<>]+) )?-> (.+?)(?: ?\*\/\}?)?$/;

/**
 * @param feature the fixture's name
 * @param extension of the only file of a case, with its dot
 * @throws {Error} for an annotation that cannot be read
 */
export function parseCases(feature: string, extension: string, text: string): MicroCase[] {
  const cases: MicroCase[] = [];
  for (const section of text.split(/^=== /m).slice(1)) {
    const end = section.indexOf("\n");
    const texts = splitFiles(section.slice(end + 1), `main${extension}`);
    const expectations: Expectation[] = [];
    let annotations = 0;
    for (const [path, source] of texts) {
      source.split("\n").forEach((line, at) => {
        const match = MARK.exec(line);
        if (match === null) return;
        annotations++;
        expectations.push(...readItems(match[2] ?? "", { path, line: at + 1, owner: match[1], texts }));
      });
    }
    cases.push({ feature, title: section.slice(0, end).trim(), texts, expectations, annotations });
  }
  return cases;
}

function splitFiles(text: string, only: string): Map<string, string> {
  const texts = new Map<string, string>();
  const parts = text.split(/^--- /m);
  if (parts.length === 1) return texts.set(only, text);
  for (const part of parts.slice(1)) {
    const end = part.indexOf("\n");
    texts.set(part.slice(0, end).trim(), part.slice(end + 1));
  }
  return texts;
}

interface Place {
  readonly path: string;
  readonly line: number;
  readonly owner: string | undefined;
  readonly texts: ReadonlyMap<string, string>;
}

function readItems(text: string, place: Place): Expectation[] {
  const items = text.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "nothing").map((item) => readItem(item, place));
}

function readItem(item: string, { path, line, owner, texts }: Place): Expectation {
  const where = { path, line, owner: owner === "<module>" ? "" : owner };
  const [first = "", ...rest] = item.split(" ");
  const verb = VERBS.find((known) => known === first);
  const targets = verb === undefined ? item : rest.join(" ");
  const isLeaf = targets.startsWith("!");
  const isOptional = targets.startsWith("?");
  const anyOf = (isLeaf || isOptional ? targets.slice(1) : targets).split("|").map((target) => target.trim());
  const names = isLeaf ? anyOf : anyOf.map((target) => fullName(target, path, texts));
  return { ...where, verb: verb ?? "call", anyOf: names, isLeaf, isOptional };
}

/** @throws {Error} for a file that the case does not have */
function fullName(target: string, path: string, texts: ReadonlyMap<string, string>): string {
  if (texts.has(target)) return target;
  const hash = target.indexOf("#");
  if (!/^\S+$/.test(target) || (hash >= 0 && !texts.has(target.slice(0, hash)))) {
    throw new Error(`${path}: an annotation that cannot be read: ${target}`);
  }
  return hash < 0 ? `${path}#${target}` : target;
}

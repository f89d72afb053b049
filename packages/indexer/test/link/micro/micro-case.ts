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
 * A case without a `---` line is one file, `main` with the suite's extension. An annotation is a comment at the end of the
 * line that makes the edges: `# -> …`, `// -> …`, `/* -> … *\/`, `<!-- -> … -->`. Its owner is the innermost symbol around that line, or the
 * symbol named before the arrow (`# C.m -> …`; `# <module> -> …`). After the arrow follow items, separated by commas:
 *
 *  - `C.m` is a symbol of this file, `lib/a.py#C.m` of another, `lib/a.py` a module;
 *  - a verb before it gives the kind, by default `call`: `imports`, `uses`, `extends`, `implements`, `config`;
 *  - `a | b`: at least one of them is expected, and all are right; `?a` is right but not expected;
 *  - `!package` or `!package name`: an unresolved leaf, `config !env: NAME` one of that kind; `!` alone: any leaf;
 *  - `nothing`: no edge; a note to the reader, since unexpected edges are wrong anyway.
 *
 * Expectations describe the language's behaviour at run time, not the linker's ability. Calls are those that the source writes:
 * calls, constructions, decorators, accessors; operators, iteration and the like do not count.
 */

/** Verbs of annotations: kinds of edges. */
export const VERBS = ["call", "imports", "uses", "extends", "implements", "config"] as const;
/** One of {@link VERBS}. */
export type Verb = (typeof VERBS)[number];

/** One expected edge or leaf of an annotation. */
export interface Expectation {
  readonly path: string;
  readonly line: number;
  /** Qualified name of the owner, empty for the module; `undefined` for the innermost symbol around the line. */
  readonly owner: string | undefined;
  readonly verb: Verb;
  /** Targets: `path#name`, `path` for a module; `package` or `package name` for a leaf, empty for any leaf. */
  readonly anyOf: readonly string[];
  readonly isLeaf: boolean;
  readonly isOptional: boolean;
}

export interface MicroCase {
  readonly feature: string;
  readonly title: string;
  /** File texts by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly expectations: readonly Expectation[];
  /** Number of lines with an annotation, including `nothing`. */
  readonly annotations: number;
}

const MARK = /(?:#|\/\/|\/\*|<!--) (?:([\w.$<>]+) )?-> (.+?)(?: ?\*\/\}?| -->)?$/;

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

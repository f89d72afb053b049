/**
 * Names that a file imports and calls, read from its text alone, without the linker, so that mistakes of the linker do
 * not affect the benchmark. Reads `from a import b`, `import a` with `a.b(…)`, `import { b as c }`, default imports and
 * `require`.
 */

export interface NamedImport {
  /** Name in the imported module. */
  readonly name: string;
  /** Module specifier as written: `./parse`, `celery.utils`. */
  readonly from: string;
  /** Whether the file calls or instantiates the imported name. */
  readonly isCalled: boolean;
}

const PYTHON_FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#]*))/gm;
const PYTHON_MODULE = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?:#.*)?$/gm;
const SCRIPT_IMPORT = /\bimport\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\})?\s*from\s*["']([^"']+)["']/g;
const SCRIPT_REQUIRE = /\b(?:const|let|var)\s+(?:(\w+)|\{([^}]*)\})\s*=\s*require\(\s*["']([^"']+)["']\s*\)/g;

/** Reads a file's imports from its text, without the product's parser. */
export function namedImports(path: string, text: string): NamedImport[] {
  return /\.pyi?$/.test(path)
    ? pythonImports(withoutComments(text, /#.*$/gm))
    : scriptImports(withoutComments(text, /\/\/.*$/gm));
}

function withoutComments(text: string, comment: RegExp): string {
  return text.replace(comment, "");
}

function pythonImports(text: string): NamedImport[] {
  const found: NamedImport[] = [];
  for (const [, from = "", wrapped, plain] of text.matchAll(PYTHON_FROM)) {
    for (const { name, local } of listedNames(wrapped ?? plain ?? "", /^(\w+)(?:\s+as\s+(\w+))?$/)) {
      found.push({ name, from, isCalled: isCalled(text, local) }, ...membersCalled(text, local, `${from}.${name}`));
    }
  }
  for (const [, from = "", alias] of text.matchAll(PYTHON_MODULE))
    found.push(...membersCalled(text, alias ?? from, from));
  return found;
}

/** Names called on a module that a file imports: `nx.find_cliques(graph)`. */
function membersCalled(text: string, local: string, from: string): NamedImport[] {
  const pattern = new RegExp(`(?<![\\w.])${local.replaceAll(".", "\\.")}\\.(\\w+)\\(`, "g");
  const names = new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
  return [...names].map((name) => ({ name, from, isCalled: true }));
}

function scriptImports(text: string): NamedImport[] {
  const found: NamedImport[] = [];
  for (const pattern of [SCRIPT_IMPORT, SCRIPT_REQUIRE]) {
    for (const [, whole, listed = "", from = ""] of text.matchAll(pattern)) {
      if (whole !== undefined) found.push({ name: whole, from, isCalled: isCalled(text, whole) });
      for (const { name, local } of listedNames(listed, /^(?:type\s+)?(\w+)(?:\s*(?:as|:)\s*(\w+))?$/))
        found.push({ name, from, isCalled: isCalled(text, local) });
    }
  }
  return found;
}

function listedNames(list: string, form: RegExp): { readonly name: string; readonly local: string }[] {
  return list.split(",").flatMap((part) => {
    const [, name, local = name] = form.exec(part.trim()) ?? [];
    return name === undefined || local === undefined ? [] : [{ name, local }];
  });
}

function isCalled(text: string, local: string): boolean {
  return new RegExp(`(?<![\\w.$])(?<!def\\s)(?<!function\\s)${local}(?:<[^()]*>)?\\(`).test(text);
}

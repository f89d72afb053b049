/**
 * Names of a graph's symbols as PyCG's micro-benchmark writes them: `module.Class.method`, `module.function.<lambda1>`.
 *
 * The two differ in what is a declaration: in the graph a module's variable owns the code of its value, a lambda has a symbol only if a
 * name is bound to it, a class and its constructor are one, and a definition owns its decorators, which the benchmark gives to the code
 * around it.
 */
import type { Graph, GraphSymbol } from "../edges/graph.js";

const CONSTRUCTOR = /\.__(?:init|new)__$/;
const LAMBDA = /\.<lambda\d+>/g;

/** Names the symbols of one snippet. */
export class SnippetNames {
  private readonly names = new Map<string, string>();
  private readonly lambdas = new Set<string>();
  private readonly classes = new Set<string>();
  /** Text below the first line of a decorated definition, by symbol. */
  private readonly decorated = new Map<string, string>();

  /** @param read gives the text of a file of the snippet */
  constructor(graph: Graph, read: (file: string) => string) {
    const symbols = [...graph.symbols.values()];
    for (const symbol of symbols) {
      const lines = read(symbol.file).split("\n");
      this.names.set(symbol.symbolId, nameOf(symbol, symbols, lines));
      if (symbol.kind === "class") this.classes.add(dottedName(symbol));
      const { startLine, endLine } = symbol.range;
      if (/^\s*@/.test(lines[startLine - 1] ?? ""))
        this.decorated.set(symbol.symbolId, lines.slice(symbol.line, endLine).join("\n"));
    }
    for (const name of this.names.values()) if (name.endsWith(">")) this.lambdas.add(name);
  }

  /** The name of a symbol. */
  of(symbolId: string): string {
    return (this.names.get(symbolId) ?? symbolId).replace(CONSTRUCTOR, "");
  }

  /** The declaration that an expected name stands for: a lambda without a symbol is the declaration around it. */
  owner(name: string): string {
    return (this.lambdas.has(name) ? name : name.replaceAll(LAMBDA, "")).replace(CONSTRUCTOR, "");
  }

  isClass(name: string): boolean {
    return this.classes.has(name);
  }

  /** The declaration around a decorated definition, if its decorators call the callee and its body does not. */
  decoratedFor(symbolId: string, callee: string): string | undefined {
    const body = this.decorated.get(symbolId);
    const name = this.of(symbolId);
    const isInBody = body === undefined || body.includes(callee.slice(callee.lastIndexOf(".") + 1));
    return isInBody ? undefined : name.slice(0, name.lastIndexOf("."));
  }
}

/** The dotted name of a module. */
export function moduleName(file: string): string {
  return file
    .replace(/\.py$/, "")
    .replace(/(?:^|\/)__init__$/, "")
    .replaceAll("/", ".");
}

function nameOf(symbol: GraphSymbol, symbols: readonly GraphSymbol[], lines: readonly string[]): string {
  const name = dottedName(symbol);
  const [around = ""] = /^(.*)\./.exec(name) ?? [];
  const line = lines[symbol.line - 1] ?? "";
  if (symbol.kind === "module" || /^\s*(?:async\s+)?(?:def|class|@)/.test(line)) return name;
  const outer = around.slice(0, -1);
  if (!/=\s*lambda\b/.test(line)) return outer;
  const scope = symbols.find((one) => dottedName(one) === outer && one.file === symbol.file);
  const from = scope === undefined ? 0 : scope.range.startLine - 1;
  const before = lines.slice(from, symbol.line - 1).join("\n");
  return `${outer}.<lambda${(before.match(/\blambda\b/g)?.length ?? 0) + 1}>`;
}

function dottedName({ file, qualifiedName, kind }: GraphSymbol): string {
  const module = moduleName(file);
  return kind === "module" ? module : `${module}.${qualifiedName}`;
}

/**
 * The parsers of the frameworks themselves: what the scripts of a component file declare, and which components its
 * template uses. Installed from npm on demand, outside of the repository's dependencies. Knows nothing of SDL.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../corpora/tools.js";
import { ORACLES_FOLDER } from "../paths.js";

const VUE = "@vue/compiler-sfc";
const SVELTE = "svelte";
const ASTRO = "@astrojs/compiler";
/** The versions that figures are measured with. */
const PACKAGES = [`${VUE}@3.5.22`, `${SVELTE}@5.39.6`, `${ASTRO}@2.13.0`];

/** A name at a place: line from 1, column from 0 in UTF-16 units. */
export interface NamedPlace {
  readonly name: string;
  readonly line: number;
  readonly col: number;
}

/** A use of a component in a template. */
export interface TagUse extends NamedPlace {
  /** The specifier of the import that binds the name; `undefined` if no script of the file binds it. */
  readonly imported: string | undefined;
}

/** What a component file holds. */
export interface ComponentAnswer {
  readonly symbols: readonly NamedPlace[];
  readonly tags: readonly TagUse[];
}

/** Reads component files; `undefined` for files that the framework's parser refuses. */
export type ComponentOracle = (path: string, text: string) => Promise<ComponentAnswer | undefined>;

interface Node {
  readonly type: string;
  readonly start?: number;
  readonly end?: number;
  readonly [key: string]: unknown;
}

interface Block {
  readonly content: string;
  readonly lang?: string;
  readonly loc: { readonly start: { readonly offset: number } };
}

interface VueCompiler {
  parse(text: string): {
    readonly descriptor: {
      readonly script?: Block | null;
      readonly scriptSetup?: Block | null;
      readonly template?: { readonly ast?: Node } | null;
    };
  };
  babelParse(text: string, options: object): { readonly program: Node };
}

interface SvelteCompiler {
  parse(text: string, options: object): { readonly instance?: Node; readonly module?: Node; readonly fragment: Node };
}

interface AstroCompiler {
  parse(text: string, options: object): Promise<{ readonly ast: Node }>;
}

/** Loads the parsers, and installs them at the first time. @throws {Unavailable} */
export async function loadOracle(): Promise<ComponentOracle> {
  const folder = join(ORACLES_FOLDER, "components");
  if (!existsSync(join(folder, "node_modules", "@astrojs", "compiler"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), `${JSON.stringify({ private: true })}\n`);
    run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", ...PACKAGES], folder);
  }
  const require = createRequire(join(folder, "package.json"));
  const vue = require(VUE) as VueCompiler;
  const svelte = require(`${SVELTE}/compiler`) as SvelteCompiler;
  const astro = (await import(pathToFileURL(require.resolve(ASTRO)).href)) as AstroCompiler;
  const scripts = (text: string): Node =>
    vue.babelParse(text, {
      sourceType: "module",
      plugins: ["typescript", "decorators-legacy", "jsx"],
      errorRecovery: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    }).program;
  return async (path, text) => {
    try {
      if (path.endsWith(".vue")) return readVue(text, vue, scripts);
      if (path.endsWith(".svelte")) return readSvelte(text, svelte);
      return await readAstro(text, astro, scripts);
    } catch {
      return undefined;
    }
  };
}

function readVue(text: string, vue: VueCompiler, scripts: (text: string) => Node): ComponentAnswer {
  const { script, scriptSetup, template } = vue.parse(text).descriptor;
  const found = new Findings(text);
  for (const block of [script, scriptSetup]) if (block) found.addScript(scripts(block.content), block.loc.start.offset);
  walk(template?.ast, (node) => {
    if (typeof node["tag"] !== "string") return;
    const { start } = node["loc"] as { start: { offset: number } };
    if (/[A-Z-]/.test(node["tag"])) found.addTag(node["tag"], start.offset + 1);
  });
  return found.answer();
}

function readSvelte(text: string, svelte: SvelteCompiler): ComponentAnswer {
  const { instance, module, fragment } = svelte.parse(text, { modern: true });
  const found = new Findings(text);
  for (const script of [module, instance]) if (script) found.addScript(script["content"] as Node, 0);
  walk(fragment, (node) => {
    if (node.type === "Component") found.addTag(String(node["name"]), (node.start ?? 0) + 1);
  });
  return found.answer();
}

async function readAstro(
  text: string,
  astro: AstroCompiler,
  scripts: (text: string) => Node,
): Promise<ComponentAnswer> {
  const { ast } = await astro.parse(text, { position: true });
  const found = new Findings(text);
  // Astro counts bytes.
  const bytes = Buffer.from(text);
  const unitsBefore = (offset: number): number => bytes.subarray(0, offset).toString("utf8").length;
  walk(ast, (node) => {
    const offset = unitsBefore((node["position"] as { start: { offset: number } } | undefined)?.start.offset ?? 0);
    if (node.type === "frontmatter") {
      const code = String(node["value"]);
      found.addScript(scripts(code), text.indexOf(code, offset));
    } else if (node.type === "component" && node["name"] !== "Fragment") {
      found.addTag(String(node["name"]), text.indexOf(String(node["name"]), offset));
    }
  });
  return found.answer();
}

/** Collects what a file holds. */
class Findings {
  private readonly symbols: NamedPlace[] = [];
  private readonly tags: NamedPlace[] = [];
  /** Specifiers of imports, by the name that they bind. */
  private readonly imports = new Map<string, string>();

  constructor(private readonly text: string) {}

  /** Adds the declarations of a script. @param shift offset of the script in the file */
  addScript(program: Node, shift: number): void {
    const add = (node: unknown): void => {
      const { name, start = 0 } = node as Node;
      if (typeof name === "string") this.symbols.push(this.place(name, start + shift));
    };
    for (const statement of program["body"] as Node[]) {
      if (statement.type === "ImportDeclaration") this.addImport(statement);
      const inner = (statement["declaration"] as Node | undefined) ?? statement;
      if (inner.type === "VariableDeclaration")
        for (const { id } of inner["declarations"] as { id: Node }[]) boundNames(id).forEach(add);
    }
    walk(program, (node) => {
      if (
        /^(?:FunctionDeclaration|ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration|TSEnumDeclaration)$/.test(
          node.type,
        )
      )
        add(node["id"]);
      else if (/^(?:ClassMethod|MethodDefinition|TSDeclareMethod)$/.test(node.type)) add(node["key"]);
    });
  }

  addTag(name: string, offset: number): void {
    this.tags.push(this.place(name, offset));
  }

  answer(): ComponentAnswer {
    const tags = this.tags.map((tag) => {
      const [root = ""] = tag.name.split(".");
      const pascal = root.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
      return { ...tag, imported: this.imports.get(root) ?? this.imports.get(pascal) };
    });
    return { symbols: this.symbols, tags };
  }

  private addImport(statement: Node): void {
    const source = (statement["source"] as { value: string }).value;
    for (const { local } of statement["specifiers"] as { local: { name: string } }[])
      this.imports.set(local.name, source);
  }

  private place(name: string, offset: number): NamedPlace {
    const before = this.text.slice(0, offset);
    return { name, line: before.split("\n").length, col: offset - before.lastIndexOf("\n") - 1 };
  }
}

/** Identifiers that a pattern binds. */
function boundNames(pattern: Node): Node[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return (pattern["properties"] as Node[]).flatMap((part) =>
        boundNames((part["value"] ?? part["argument"]) as Node),
      );
    case "ArrayPattern":
      return (pattern["elements"] as (Node | null)[]).flatMap((part) => (part === null ? [] : boundNames(part)));
    case "AssignmentPattern":
      return boundNames(pattern["left"] as Node);
    case "RestElement":
      return boundNames(pattern["argument"] as Node);
    default:
      return [];
  }
}

/** Visits all nodes of a tree. */
function walk(root: unknown, visit: (node: Node) => void): void {
  const seen = new Set<unknown>();
  const queue = [root];
  for (let node = queue.pop(); queue.length > 0 || node !== undefined; node = queue.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if ("type" in node) visit(node as Node);
    for (const [key, value] of Object.entries(node)) if (key !== "loc" && key !== "parent") queue.push(value);
  }
}

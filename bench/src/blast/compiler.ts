/**
 * The TypeScript compiler as a checker: one file at a time is edited, and it reports new problems and references to a
 * name.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "@typescript/typescript6";
import { createProgram } from "../edges/typescript/program.js";
import type { Checker, Spot, Truth } from "./checker.js";
import { type Plant, type PlantKind, plantsIn } from "./plants.js";

/**
 * Two programs over the same files, which share parsed sources: one stays unchanged, the other is edited and checked
 * again.
 */
export class Compiler implements Checker {
  private readonly texts = new Map<string, string>();
  private readonly versions = new Map<string, number>();
  private readonly plain: ts.LanguageService;
  private readonly edited: ts.LanguageService;
  private readonly baseline = new Map<string, ReadonlySet<string>>();
  /** Importing files, by imported file. */
  private readonly importers = new Map<string, string[]>();

  /** @param files relative to `root` */
  constructor(
    private readonly root: string,
    readonly files: readonly string[],
  ) {
    const options = createProgram(root, files).getCompilerOptions();
    const registry = ts.createDocumentRegistry();
    this.plain = ts.createLanguageService(this.host(options, new Map()), registry);
    this.edited = ts.createLanguageService(this.host(options, this.texts), registry);
    const program = this.program();
    for (const source of program.getSourceFiles()) {
      for (const target of importedFiles(program, source)) {
        this.importers.set(target, [...(this.importers.get(target) ?? []), source.fileName]);
      }
    }
  }

  plants(file: string, kind: PlantKind): Plant[] {
    const source = this.program().getSourceFile(join(this.root, file));
    return source === undefined ? [] : plantsIn(source, file, kind);
  }

  text(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  async judge(plant: Plant): Promise<Truth> {
    const references = this.references(plant);
    // A name that only its declaration mentions breaks nothing, and checking would cost a check of the project.
    return { references, broken: references.length > 1 ? this.problemsWith(plant.file, plant.text) : [] };
  }

  /** Problems in the file and in its direct and indirect importers. */
  private problemsWith(file: string, text: string): Spot[] {
    const affected = this.importersIncluding(file);
    this.edit(file, text);
    try {
      return affected.flatMap((path) => {
        return this.problems(this.edited, path).filter((problem) => !this.knownProblems(path).has(problemKey(problem)));
      });
    } finally {
      this.edit(file, undefined);
    }
  }

  private knownProblems(file: string): ReadonlySet<string> {
    const known = this.baseline.get(file) ?? new Set(this.problems(this.plain, file).map(problemKey));
    this.baseline.set(file, known);
    return known;
  }

  private host(options: ts.CompilerOptions, texts: ReadonlyMap<string, string>): ts.LanguageServiceHost {
    const paths = this.files.map((file) => join(this.root, file));
    return {
      getCompilationSettings: () => options,
      getScriptFileNames: () => paths,
      getScriptVersion: (path) => String(texts.has(path) ? this.versions.get(path) : 0),
      getScriptSnapshot: (path) => {
        const text = texts.get(path) ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => this.root,
      getDefaultLibFileName: (own) => ts.getDefaultLibFilePath(own),
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
    };
  }

  private references({ file, position }: Plant): Spot[] {
    const found = this.plain.findReferences(join(this.root, file), position) ?? [];
    return found.flatMap(({ references }) =>
      references.flatMap(({ fileName, textSpan }) => this.spotOf(this.plain, fileName, textSpan.start) ?? []),
    );
  }

  private edit(file: string, text: string | undefined): void {
    const path = join(this.root, file);
    this.versions.set(path, (this.versions.get(path) ?? 0) + 1);
    if (text === undefined) this.texts.delete(path);
    else this.texts.set(path, text);
  }

  private problems(service: ts.LanguageService, file: string): (Spot & { readonly code: number })[] {
    const path = join(this.root, file);
    const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    return found.flatMap(({ start, code, category }) => {
      const spot = category === ts.DiagnosticCategory.Error ? this.spotOf(service, path, start ?? 0) : undefined;
      return spot === undefined ? [] : [{ ...spot, code }];
    });
  }

  private spotOf(service: ts.LanguageService, path: string, position: number): Spot | undefined {
    const source = service.getProgram()?.getSourceFile(path);
    if (source === undefined || !path.startsWith(this.root)) return undefined;
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { file: path.slice(this.root.length + 1), line: line + 1, col: character };
  }

  /** The file and all direct and indirect importers. */
  private importersIncluding(file: string): string[] {
    const seen = new Set([join(this.root, file)]);
    for (const path of seen) for (const importer of this.importers.get(path) ?? []) seen.add(importer);
    return this.files.filter((one) => seen.has(join(this.root, one)));
  }

  close(): void {
    this.plain.dispose();
    this.edited.dispose();
  }

  private program(): ts.Program {
    const program = this.plain.getProgram();
    if (program === undefined) throw new Error("the compiler made no program");
    return program;
  }
}

function problemKey({ line, code }: { readonly line: number; readonly code: number }): string {
  return `${line} ${code}`;
}

/** Imports as the checker resolves each specifier: it follows the project's path settings. */
function importedFiles(program: ts.Program, source: ts.SourceFile): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const statement of source.statements) {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    if (!isImport || statement.moduleSpecifier === undefined) continue;
    const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier);
    const [declaration] = symbol?.declarations ?? [];
    if (declaration !== undefined) found.push(declaration.getSourceFile().fileName);
  }
  return found;
}

/** The TypeScript compiler on a project of which one file is edited at a time: what breaks, and who refers to a name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { createProgram } from "../edges/typescript/program.js";

/** Lines from 1, columns from 0. */
export interface Spot {
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

export class Compiler {
  private readonly texts = new Map<string, string>();
  private readonly versions = new Map<string, number>();
  private readonly service: ts.LanguageService;
  private readonly baseline = new Map<string, ReadonlySet<string>>();

  /** @param files relative to `root` */
  constructor(
    private readonly root: string,
    readonly files: readonly string[],
  ) {
    const options = createProgram(root, files).getCompilerOptions();
    const paths = files.map((file) => join(root, file));
    const host: ts.LanguageServiceHost = {
      getCompilationSettings: () => options,
      getScriptFileNames: () => paths,
      getScriptVersion: (path) => String(this.versions.get(path) ?? 0),
      getScriptSnapshot: (path) => {
        const text = this.texts.get(path) ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (own) => ts.getDefaultLibFilePath(own),
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
    };
    this.service = ts.createLanguageService(host);
    const reached = [...this.program().getSourceFiles()];
    for (const file of files) if (reached.length > 0) this.baseline.set(file, new Set());
    for (const file of files) this.baseline.set(file, new Set(this.problems(file).map(keyOf)));
  }

  source(file: string): ts.SourceFile | undefined {
    return this.program().getSourceFile(join(this.root, file));
  }

  text(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  /** Problems that an edited file brings which were not there before, in the file itself and those that import it. */
  problemsWith(file: string, text: string): Spot[] {
    const affected = this.importersOf(file);
    this.edit(file, text);
    try {
      return affected.flatMap((path) => {
        const known = this.baseline.get(path);
        return this.problems(path).filter((problem) => known?.has(keyOf(problem)) !== true);
      });
    } finally {
      this.edit(file, undefined);
    }
  }

  /** Where a name is referred to, its declarations included. */
  references(file: string, position: number): Spot[] {
    const found = this.service.findReferences(join(this.root, file), position) ?? [];
    return found.flatMap(({ references }) =>
      references.flatMap(({ fileName, textSpan }) => this.spotOf(fileName, textSpan.start) ?? []),
    );
  }

  private edit(file: string, text: string | undefined): void {
    const path = join(this.root, file);
    this.versions.set(path, (this.versions.get(path) ?? 0) + 1);
    if (text === undefined) this.texts.delete(path);
    else this.texts.set(path, text);
  }

  private problems(file: string): (Spot & { readonly code: number })[] {
    const path = join(this.root, file);
    const found = [...this.service.getSyntacticDiagnostics(path), ...this.service.getSemanticDiagnostics(path)];
    return found.flatMap(({ start, code, category }) => {
      const spot = category === ts.DiagnosticCategory.Error ? this.spotOf(path, start ?? 0) : undefined;
      return spot === undefined ? [] : [{ ...spot, code }];
    });
  }

  private spotOf(path: string, position: number): Spot | undefined {
    const source = this.program().getSourceFile(path);
    if (source === undefined || !path.startsWith(this.root)) return undefined;
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { file: path.slice(this.root.length + 1), line: line + 1, col: character };
  }

  /** The file and all that import it, over any number of files. */
  private importersOf(file: string): string[] {
    const program = this.program();
    const importers = new Map<string, string[]>();
    for (const source of program.getSourceFiles()) {
      for (const target of importedFiles(program, source)) {
        importers.set(target, [...(importers.get(target) ?? []), source.fileName]);
      }
    }
    const seen = new Set([join(this.root, file)]);
    for (const path of seen) for (const importer of importers.get(path) ?? []) seen.add(importer);
    return this.files.filter((one) => seen.has(join(this.root, one)));
  }

  private program(): ts.Program {
    const program = this.service.getProgram();
    if (program === undefined) throw new Error("the compiler made no program");
    return program;
  }
}

function keyOf({ line, code }: { readonly line: number; readonly code: number }): string {
  return `${line} ${code}`;
}

/** By what the checker says of each specifier: it follows the project's paths. */
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

/** Module resolver: from a specifier, as a file writes it, to the module; cached by folder, loader and specifier. */
import type { FactLanguage } from "@sdl/model";
import type { FactsSource } from "@sdl/model/graph";
import type { Outline } from "../../settings/key-list.js";
import { NameTable } from "../files/name-table.js";
import type { Recorder, Step, StepTable } from "../recorder.js";
import { NOTHING, settings, type Value } from "../values/target.js";
import { GoResolver } from "./go-resolver.js";
import { namedLoader } from "./package-manifest.js";
import { PackageResolver } from "./package-resolver.js";
import { ancestorsAndSelf, joinPath, parentPath } from "./paths.js";
import { PythonResolver } from "./python-resolver.js";
import { RepositoryFiles } from "./repository-files.js";
import { ScriptResolver } from "./script-resolver.js";

/** Prefix in expressions of the path of a file that is read at run time. */
export const READ_FILE = "file:";

/** Resolves specifiers of all languages. */
export class ModuleResolver {
  readonly python: PythonResolver;
  private readonly go: GoResolver;
  private readonly scripts: ScriptResolver;
  private readonly files: RepositoryFiles;
  private readonly steps: StepTable<Value> = new Map();
  private readonly questions = new NameTable();

  constructor(
    source: FactsSource,
    private readonly recorder: Recorder,
  ) {
    const files = new RepositoryFiles(source, recorder);
    this.files = files;
    this.python = new PythonResolver(files);
    this.go = new GoResolver(files);
    this.scripts = new ScriptResolver(files, new PackageResolver(files));
  }

  /** The resolved module; an empty value if the specifier should lead into the repository but does not. */
  step(path: string, language: FactLanguage, specifier: string): Step<Value> {
    const folder = parentPath(path);
    const family = familyOf(language);
    const loader = family === "scripts" ? namedLoader(path) : "import";
    const question = this.questions.number(`${family}\0${loader}\0${folder}\0${specifier}`);
    const known = this.recorder.find(this.steps, question, 0);
    if (known !== undefined) return known;
    return this.recorder.compute(this.steps, question, { fuel: 0, cost: 0 }, () => {
      if (specifier.startsWith(READ_FILE)) return this.readFile(folder, specifier.slice(READ_FILE.length));
      return this[family].resolve(folder, specifier, loader);
    });
  }

  /** Files and packages of the repository with the name of a specifier that leads outside of the repository, in path order. */
  namesakes(path: string, language: FactLanguage, specifier: string): readonly string[] {
    const family = familyOf(language);
    return family === "go" ? [] : this[family].namesakes(parentPath(path), specifier);
  }

  /** The keys of a configuration file; `undefined` if the file does not exist. */
  outline(path: string): Outline | undefined {
    return this.files.outline(path);
  }

  /** The file at a path that a program reads at run time: relative to the program's folder, or a folder around. */
  private readFile(folder: string, path: string): Value {
    for (const at of ancestorsAndSelf(folder)) {
      const candidate = joinPath(at, path);
      if (candidate !== undefined && this.files.configText(candidate) !== undefined) return [settings(candidate)];
    }
    return NOTHING;
  }
}

/** The resolver of a language's specifiers. */
function familyOf(language: FactLanguage): "python" | "go" | "scripts" {
  return language === "python" || language === "go" ? language : "scripts";
}

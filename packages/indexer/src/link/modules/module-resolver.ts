/** From a specifier, as a file writes it, to the module behind it; remembered by folder and specifier. */
import type { FactsSource } from "@sdl/model";
import { NameTable } from "../name-table.js";
import type { Recorder, Step, StepTable } from "../recorder.js";
import type { Value } from "../target.js";
import { PackageResolver } from "./package-resolver.js";
import { parentPath } from "./paths.js";
import { PythonResolver } from "./python-resolver.js";
import { RepositoryFiles } from "./repository-files.js";
import { ScriptResolver } from "./script-resolver.js";

export class ModuleResolver {
  readonly python: PythonResolver;
  private readonly scripts: ScriptResolver;
  private readonly steps: StepTable<Value> = new Map();
  private readonly questions = new NameTable();

  constructor(
    source: FactsSource,
    private readonly recorder: Recorder,
  ) {
    const files = new RepositoryFiles(source, recorder);
    this.python = new PythonResolver(files);
    this.scripts = new ScriptResolver(files, new PackageResolver(files));
  }

  /** Empty when the specifier leads to nothing in the repository, though it should. */
  step(path: string, isPython: boolean, specifier: string): Step<Value> {
    const folder = parentPath(path);
    const question = this.questions.number(`${isPython ? "p" : "s"}\0${folder}\0${specifier}`);
    const known = this.recorder.find(this.steps, question, 0);
    if (known !== undefined) return known;
    return this.recorder.compute(this.steps, question, { fuel: 0, cost: 0 }, () =>
      isPython ? this.python.resolve(folder, specifier) : this.scripts.resolve(folder, specifier),
    );
  }
}

/**
 * Loader of the bundle's chunks. It uses the code that V8 compiled when the bundle was made, because a process that
 * answers one question spends a fifth of its time on compiling. Compiled code is used only by the exact Node.js release
 * that made it: V8 refuses code of other options or versions, but Node.js changes V8 between releases without changing
 * V8's version, and such code crashes the process. Every other release compiles the chunks like any module.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import module, { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { Script } from "node:vm";

/** The exports of the program's chunk. */
interface Program {
  runProcess(): Promise<void>;
}

/** The exports of the hook's chunk. */
interface Augment {
  runAugment(options: readonly string[]): void;
}

type RequireFunction = (specifier: string) => unknown;

const PROGRAM = "./run-process.js";
const AUGMENT = "./augment.js";
const COMPILED = `.${process.version}-${process.platform}-${process.arch}.compiled`;
const HEAD = "(function (exports, require, module, __filename, __dirname) {";
const TAIL = "\n})";

/** Loads chunks by specifier, each once, with their compiled code where it fits. */
export class ChunkLoader {
  /** Modules by specifier. */
  private readonly loaded = new Map<string, { exports: unknown }>();
  private readonly scripts = new Map<string, Script>();
  private readonly requireOutside: RequireFunction;
  /** Size of the program's chunk when it was first loaded. */
  private programBytes: number | undefined;

  /** @param folder the folder of the chunks */
  constructor(private readonly folder: string) {
    this.requireOutside = createRequire(join(folder, "sdl.js"));
  }

  loadProgram(): Program {
    return this.loadFirst(PROGRAM) as Program;
  }

  loadAugment(): Augment {
    return this.loadFirst(AUGMENT) as Augment;
  }

  private loadFirst(specifier: string): unknown {
    // Node 22.1 and later can keep what it compiles.
    const keep = "enableCompileCache" in module ? module.enableCompileCache : undefined;
    if (existsSync(this.compiledFile(specifier)) || typeof keep !== "function") return this.load(specifier);
    keep();
    return this.requireOutside(specifier);
  }

  /** Loads a chunk through {@link Script} in any case, so that {@link compiled} can return its code. */
  loadToCompile(command: string): unknown {
    return this.load(command === "augment" ? AUGMENT : PROGRAM);
  }

  /** What V8 has compiled so far, by the path of the file to write it to. */
  compiled(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.scripts].map(([name, script]) => [this.compiledFile(name), script.createCachedData()]));
  }

  private load(specifier: string): unknown {
    const known = this.loaded.get(specifier);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    this.loaded.set(specifier, made);
    const run = this.loadScript(specifier).runInThisContext();
    run(made.exports, this.require, made, this.chunkPath(specifier), this.folder);
    return made.exports;
  }

  private readonly require: RequireFunction = (specifier) =>
    specifier.startsWith("./") ? this.load(specifier) : this.requireOutside(specifier);

  private loadScript(specifier: string): Script {
    let script = this.scripts.get(specifier);
    if (script === undefined) {
      const filename = this.chunkPath(specifier);
      this.requireOwn(filename);
      const compiled = this.compiledFile(specifier);
      // Bundles are ASCII: reading them as Latin-1 needs no decoding.
      script = new Script(HEAD + readFileSync(filename, "latin1") + TAIL, {
        filename,
        ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
      });
      this.scripts.set(specifier, script);
    }
    return script;
  }

  /**
   * Checks that the chunks on disk still belong to this version: an update may replace them before a chunk is first
   * needed.
   * @throws {Error} `EREPLACED`, with the path of the file
   */
  private requireOwn(filename: string): void {
    const now = statSync(this.chunkPath(PROGRAM), { throwIfNoEntry: false })?.size;
    this.programBytes ??= now;
    if (now !== undefined && now === this.programBytes && existsSync(filename)) return;
    throw Object.assign(new Error(`EREPLACED: another version of the program lies here, '${filename}'`), {
      code: "EREPLACED",
      path: filename,
    });
  }

  private chunkPath(specifier: string): string {
    return join(this.folder, specifier);
  }

  private compiledFile(specifier: string): string {
    return `${this.chunkPath(specifier)}${COMPILED}`;
  }
}

/**
 * Loads the bundle's chunks with what V8 compiled of them when the bundle was made: a process that answers one question spends a fifth
 * of its time on compiling. That is for the very Node.js that made it: V8 refuses what other options or another of its versions made, but Node.js
 * changes V8 between releases without a change of V8's version, and such code ends the process. Others compile the chunks as any module is.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import module, { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { Script } from "node:vm";

/** What the program's chunk exports. */
interface Program {
  runProcess(): Promise<void>;
}

/** What the chunk of the hook exports. */
interface Augment {
  runAugment(options: readonly string[]): void;
}

type Require = (specifier: string) => unknown;

const PROGRAM = "./run-process.js";
const AUGMENT = "./augment.js";
const COMPILED = `.${process.version}-${process.platform}-${process.arch}.compiled`;
const HEAD = "(function (exports, require, module, __filename, __dirname) {";
const TAIL = "\n})";

export class ChunkLoader {
  /** By specifier. */
  private readonly loaded = new Map<string, { exports: unknown }>();
  private readonly scripts = new Map<string, Script>();
  private readonly requireOutside: Require;
  /** How long the program's chunk was when it was loaded. */
  private programBytes: number | undefined;

  /** @param folder holds the chunks */
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
    // Of Node 22.1 and later: keeps what it compiles.
    const keep = "enableCompileCache" in module ? module.enableCompileCache : undefined;
    if (existsSync(this.compiledFile(specifier)) || typeof keep !== "function") return this.load(specifier);
    keep();
    return this.requireOutside(specifier);
  }

  /** As the other two, whatever is compiled by now; made for {@link compiled}. */
  loadToCompile(command: string): unknown {
    return this.load(command === "augment" ? AUGMENT : PROGRAM);
  }

  /** What V8 has compiled so far, by the file it belongs into. */
  compiled(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.scripts].map(([name, script]) => [this.compiledFile(name), script.createCachedData()]));
  }

  private load(specifier: string): unknown {
    const known = this.loaded.get(specifier);
    if (known !== undefined) return known.exports;
    const made = { exports: {} };
    this.loaded.set(specifier, made);
    const run = this.scriptOf(specifier).runInThisContext();
    run(made.exports, this.require, made, this.file(specifier), this.folder);
    return made.exports;
  }

  private readonly require: Require = (specifier) =>
    specifier.startsWith("./") ? this.load(specifier) : this.requireOutside(specifier);

  private scriptOf(specifier: string): Script {
    let script = this.scripts.get(specifier);
    if (script === undefined) {
      const filename = this.file(specifier);
      this.requireOwn(filename);
      const compiled = this.compiledFile(specifier);
      // Bundles are ASCII: read so, they need no decoding.
      script = new Script(HEAD + readFileSync(filename, "latin1") + TAIL, {
        filename,
        ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
      });
      this.scripts.set(specifier, script);
    }
    return script;
  }

  /**
   * A chunk is loaded when it is first needed. By then another version may lie in this one's place: chunks of two versions do not fit.
   * @throws {Error} `EREPLACED`, with the file's path
   */
  private requireOwn(filename: string): void {
    const now = statSync(this.file(PROGRAM), { throwIfNoEntry: false })?.size;
    this.programBytes ??= now;
    if (now !== undefined && now === this.programBytes && existsSync(filename)) return;
    throw Object.assign(new Error(`EREPLACED: another version of the program lies here, '${filename}'`), {
      code: "EREPLACED",
      path: filename,
    });
  }

  private file(specifier: string): string {
    return join(this.folder, specifier);
  }

  private compiledFile(specifier: string): string {
    return `${this.file(specifier)}${COMPILED}`;
  }
}

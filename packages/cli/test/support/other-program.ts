/** Another version of the bundled program: its code with other version numbers, in its own folder. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROGRAM } from "./server.js";

export interface OtherVersion {
  /** Version in the manifest. */
  readonly version: string;
  /** Added to the versions of its extractor and linker. */
  readonly step: number;
}

const PACKAGE = join(dirname(PROGRAM), "..");

/**
 * Installs a version into a folder, over one that may be there, as an installer does. @returns the program's first
 * module
 */
export function installProgram(folder: string, { version, step }: OtherVersion): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "bundle"), { recursive: true });
  for (const name of ["node_modules", "grammars"]) symlinkSync(join(PACKAGE, name), join(folder, name));
  const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as object;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version }));
  // Compiled code belongs to the original code.
  for (const name of readdirSync(dirname(PROGRAM)).filter((entry) => !entry.endsWith(".compiled"))) {
    const [from, to] = [join(dirname(PROGRAM), name), join(folder, "bundle", name)];
    if (!name.endsWith(".js") || step === 0) cpSync(from, to);
    else writeFileSync(to, renumber(readFileSync(from, "latin1"), step), "latin1");
  }
  return join(folder, "bundle", "sdl.js");
}

/** The bundler writes constants into the text that is made of them. */
function renumber(code: string, step: number): string {
  const raised = (_: string, head: string, number: string) => head + (Number(number) + step);
  return code
    .replace(/(EXTRACTOR_VERSION=`\d+\.)(\d+)/, raised)
    .replace(/(PRODUCER=`facts \$\{EXTRACTOR_VERSION\} links )(\d+)/, raised)
    .concat(`// ${step}\n`);
}

/** The bundled program as another version of it: its code with other numbers, in a folder of its own. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROGRAM } from "./server.js";

export interface OtherVersion {
  /** In its manifest. */
  readonly version: string;
  /** Added to the numbers of its extractor and its linker. */
  readonly step: number;
}

const PACKAGE = join(dirname(PROGRAM), "..");

/** Puts a version of the program into a folder, in the place of one that is there, as an installer does. @returns its first module */
export function installProgram(folder: string, { version, step }: OtherVersion): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "bundle"), { recursive: true });
  for (const name of ["node_modules", "grammars"]) symlinkSync(join(PACKAGE, name), join(folder, name));
  const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as object;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version }));
  // What V8 compiled belongs to the code as it was.
  for (const name of readdirSync(dirname(PROGRAM)).filter((entry) => !entry.endsWith(".compiled"))) {
    const [from, to] = [join(dirname(PROGRAM), name), join(folder, "bundle", name)];
    if (!name.endsWith(".js") || step === 0) cpSync(from, to);
    else writeFileSync(to, renumber(readFileSync(from, "latin1"), step), "latin1");
  }
  return join(folder, "bundle", "sdl.js");
}

function renumber(code: string, step: number): string {
  return code
    .replace(
      /(EXTRACTOR_VERSION=`\$\{\d+\}\.)(\d+)/,
      (_, head: string, number: string) => head + (Number(number) + step),
    )
    .replace(/(LINKER_VERSION=)(\d+)/, (_, head: string, number: string) => head + (Number(number) + step))
    .concat(`// ${step}\n`);
}

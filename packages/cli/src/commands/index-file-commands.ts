/** `sdl index export FILE` and `sdl index import FILE`: moves an index between machines as one file. */
import { resolve } from "node:path";
import { bytesText, indexExport, indexImport } from "@sdl/engine";
import { writeJson } from "../render/json.js";
import { actionContext, repositoryArguments, type Session } from "../session.js";
import { registerRepository } from "./index-command.js";

/** Writes the index into a file. @param file relative to the working directory */
export async function indexExportCommand(session: Session, file: string): Promise<void> {
  const { engine, terminal, options } = session;
  const path = resolve(engine.cwd, file);
  const answer = await indexExport.execute({ ...repositoryArguments(session), path }, actionContext(session));
  if (options.json === true) return writeJson(terminal, answer);
  const { repoId, versionId, sizeBytes } = answer;
  terminal.out(
    `${terminal.style.bold(repoId)}  ${bytesText(sizeBytes)} in ${file}  ${terminal.style.dim(versionId)}\n`,
  );
}

/** Reads an exported index. Registers the repository first if needed, as `sdl index` does. */
export async function indexImportCommand(session: Session, file: string): Promise<void> {
  const { engine, terminal, options } = session;
  const repoId = await registerRepository(session, undefined, {});
  const answer = await indexImport.execute({ repoId, path: resolve(engine.cwd, file) }, actionContext(session));
  if (options.json === true) return writeJson(terminal, answer);
  const { style } = terminal;
  const { created, files, symbols, edges, versionId } = answer;
  terminal.out(
    `${style.bold(repoId)}  ${created ? `${files} files, ${symbols} symbols, ${edges} edges` : "up to date"}  ${style.dim(versionId)}\n` +
      `${style.dim("next: sdl index reads the files that differ")}\n`,
  );
}

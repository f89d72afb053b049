/** `sdl why PATH...`: explains why files are indexed or not. */
import { resolve } from "node:path";
import { renderReasons } from "../render/why.js";
import { repositoryArguments, type Session } from "../session.js";
import { writeAnswer } from "./write-answer.js";

/** @param paths relative to the working directory */
export async function whyCommand(session: Session, paths: readonly string[]): Promise<void> {
  const { engine } = session;
  const entry = engine.resolve(repositoryArguments(session).repoId);
  const repository = await engine.open(entry);
  const files = await repository.explainFiles(paths.map((path) => resolve(engine.cwd, path)));
  const versionId = repository.latestVersion();
  const answer = { repoId: entry.repoId, rootPath: entry.rootPath, versionId, files };
  writeAnswer(session, answer, renderReasons);
}

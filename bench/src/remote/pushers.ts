/** Many members who push at once: no push is lost, and every pushed commit can be pulled. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { runGit } from "../mixed-repository.js";
import { CLI, CORPORA_FOLDER } from "../paths.js";
import { lastJson, runNode } from "../process/measured-run.js";

/** Clones a small repository for each pusher, makes a commit in each, and pushes all at once, each to a branch of its own and to `main`. */
export async function pushAtOnce(folder: string, place: string, count: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const origin = join(folder, "origin");
  mkdirSync(origin, { recursive: true });
  cpSync(join(CORPORA_FOLDER, "rxjs", "src"), join(origin, "src"), { recursive: true });
  runGit(origin, "init", "-q", "-b", "main");
  runGit(origin, "add", "-A");
  runGit(origin, "commit", "-q", "-m", "base");
  const run = (root: string, args: readonly string[]) => {
    const env = { SDL_HOME: join(folder, "home"), SDL_BACKGROUND: "off", CI: "1" };
    return runNode(CLI, args, { cwd: root, env, watchMemory: false });
  };
  const add = (root: string) => run(root, ["remote", "add", "many", place, "--repository", "bench/many"]);
  await add(origin);
  await run(origin, ["push", "--json"]);
  const clones = Array.from({ length: count }, (_, i) => join(folder, `clone${i}`));
  for (const [i, clone] of clones.entries()) {
    runGit(origin, "clone", "-q", origin, clone);
    writeFileSync(join(clone, "src", `own${i}.ts`), `export function own${i}(): number {\n  return ${i};\n}\n`);
    runGit(clone, "add", "-A");
    runGit(clone, "commit", "-q", "-m", `own ${i}`);
    await add(clone);
  }
  const started = performance.now();
  await Promise.all(clones.map((clone, i) => run(clone, ["push", "--branch", `own${i}`, "--json"])));
  const wallMs = performance.now() - started;
  let pulled = 0;
  for (const clone of clones) {
    rmSync(join(clone, ".sdl"), { recursive: true, force: true });
    const { index } = lastJson<{ index: { addedFiles: number } }>(await run(clone, ["pull", "--no-settle", "--json"]));
    if (index.addedFiles === 0) pulled++;
  }
  console.log(
    `${count} pushes at once from the command line: ${Math.round(wallMs)} ms; ${pulled} of the pushed commits are pulled without extraction`,
  );
  if (pulled !== count) process.exitCode = 1;
}

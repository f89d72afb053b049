/**
 * A process with an engine of its own. Arguments: the repository's folder, the registry's folder, the store's folder (`-` for the usual one), and what to do:
 * `index` refreshes and prints the answer, `index FILES` kills the process once so many files are extracted; `search NAME` prints the answer to one search; `watch NAME` searches again and again until its
 * standard input ends and prints every answer's version and first result once. Errors are printed as answers carry them.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openEngine, runAction, toErrorAnswer } from "../../dist/index.js";

const [rootPath, home, store, what, argument] = process.argv.slice(2);
const engine = openEngine({
  cwd: rootPath,
  env: { SDL_HOME: home },
  ...(store === "-" ? {} : { storeDirectory: store }),
});
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** A process that kills itself dies at the file that it is told, however busy the machine is. */
function onProgress({ phase, done }) {
  say({ phase, done, atMs: performance.now() });
  if (phase === "extract" && done >= Number(argument)) process.kill(process.pid, "SIGKILL");
}

async function watch() {
  let isOver = false;
  let last;
  process.stdin.on("end", () => (isOver = true)).resume();
  while (!isOver) {
    const answer = await ask("sdl.symbol.search", { query: argument, limit: 1 });
    const seen = JSON.stringify(answer.code ?? [answer.pinned.ledgerVersion, answer.results?.[0]?.name ?? null]);
    if (seen !== last) say(JSON.parse(seen));
    last = seen;
    await sleep(5);
  }
}

async function ask(action, args, context = {}) {
  try {
    return await runAction(action, args, { engine, ...context });
  } catch (error) {
    return toErrorAnswer(error);
  }
}

await engine.register({ rootPath, settings: {} });
if (what === "watch") await watch();
else if (what === "search") say(await ask("sdl.symbol.search", { query: argument, limit: 1 }));
else say(await ask("sdl.index.refresh", {}, { onProgress }));
await engine.close();

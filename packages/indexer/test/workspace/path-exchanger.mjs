/**
 * A process that exchanges what stands at random paths of a repository, until its standard input ends: files and folders for links that
 * leave the root, for pipes, for one another. Called with the folder that holds `repo` and `outside`, and a seed. Prints the number of
 * exchanges at its end.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

const [parent, seedText] = process.argv.slice(2);
/** Folders stand here more often: a folder that becomes a link between two looks is the trap that is hardest to notice. */
const PLACES = ["dir", "dir", "dir", "dir/sub", "dir/a.ts", "b.ts", "dir/sub/c.py"];
const SPARES = 4;
/** Kinds of {@link makeSpare}, the likelier ones more often. */
const KINDS = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 5];

let state = Number(seedText) >>> 0;
/** A whole number below `limit`; a linear congruential generator (Numerical Recipes). */
function draw(limit) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

/** What may take a place: two harmless things and every kind of trap. */
function makeSpare(path, kind) {
  if (kind === 0) {
    mkdirSync(join(path, "sub"), { recursive: true });
    for (const name of ["a.ts", "sub/c.py"]) writeFileSync(join(path, name), "INSIDE");
  } else if (kind === 1) writeFileSync(path, "INSIDE");
  else if (kind === 2) symlinkSync(join(parent, "outside"), path);
  else if (kind === 3) symlinkSync(join(parent, "outside/a.ts"), path);
  else if (kind === 4) symlinkSync("../..", path);
  else execFileSync("mkfifo", [path]);
}

mkdirSync(join(parent, "spares"));
for (let kind = 0; kind <= 5; kind++) {
  for (let at = 0; at < SPARES; at++) makeSpare(join(parent, "spares", `${kind}-${at}`), kind);
}

function tryRename(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false; // A folder on the way is a link, a file or elsewhere at the moment.
  }
}

/** Whether a place lies in the repository now. Through a link, the exchange would carry files from outside into the repository. */
function isInRepository(place) {
  try {
    return join(realpathSync(dirname(place)), "/").startsWith(join(parent, "repo/"));
  } catch {
    return false;
  }
}

let exchanges = 0;
function exchange() {
  const place = join(parent, "repo", PLACES[draw(PLACES.length)]);
  if (!isInRepository(place)) return;
  const spare = join(parent, "spares", `${KINDS[draw(KINDS.length)]}-${draw(SPARES)}`);
  const aside = join(parent, "spares", "aside");
  // The place is empty for a moment, as it is under real programs.
  const wasThere = tryRename(place, aside);
  if (tryRename(spare, place)) exchanges++;
  if (wasThere) tryRename(aside, spare);
}

process.stdin.on("end", () => {
  process.stdout.write(`${exchanges}\n`);
  process.exit(0);
});
process.stdin.resume();
process.stdout.write("ready\n");
(function run() {
  for (let at = 0; at < 50; at++) exchange();
  setImmediate(run);
})();

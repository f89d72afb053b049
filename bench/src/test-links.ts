/** `node bench/dist/test-links.js --clones FOLDER`: are the tests that a symbol is linked with those that test it? */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Checkout } from "./replay/checkout.js";
import { findClone } from "./replay/clones.js";
import { Clone } from "./replay/git.js";
import { LinkJudge, type RepositoryFigures } from "./test-links/judge.js";
import { renderTestLinks } from "./test-links/report.js";
import { REPOSITORIES, type TestLinkRepository } from "./test-links/repositories.js";

const USAGE = `node bench/dist/test-links.js --clones FOLDER [options]
  --clones FOLDER  holds OWNER+NAME/repo, or OWNER+NAME, bare or not
  --only NAME      only repositories whose name holds this; may be given more than once
  --tuned          only the repositories that constants may be chosen on
  --count N        functions asked about, of each repository and kind (30)
  --misses         names what is missing and what is wrongly linked`;

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    only: { type: "string", multiple: true },
    tuned: { type: "boolean", default: false },
    count: { type: "string", default: "30" },
    misses: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || options.clones === undefined) console.log(USAGE);
else await main(options.clones);
process.exit(0);

async function main(folder: string): Promise<void> {
  const figures: RepositoryFigures[] = [];
  for (const repository of REPOSITORIES) {
    if (options.only !== undefined && !options.only.some((part) => repository.name.includes(part))) continue;
    if (options.tuned && !repository.isTuned) continue;
    const clone = findClone(folder, repository.name);
    if (clone === undefined) console.error(`${repository.name}: no clone in ${folder}; left out`);
    else figures.push(await measureRepository(repository, clone));
  }
  process.stdout.write(renderTestLinks(figures));
}

async function measureRepository(
  { name, commit, isTuned }: TestLinkRepository,
  clone: string,
): Promise<RepositoryFigures> {
  console.error(`${name} …`);
  const folder = mkdtempSync(join(tmpdir(), "sdl-test-links-"));
  const checkout = await Checkout.open(new Clone(clone), folder);
  try {
    await checkout.moveTo(commit);
    const figures = new LinkJudge(checkout.repository.snapshot(), checkout.root).judge(Number(options.count));
    if (options.misses) for (const miss of figures.misses) console.log(miss);
    return { name, isTuned, ...figures };
  } finally {
    await checkout.repository.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

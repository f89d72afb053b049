/** `pnpm bench:replay`: measures retrieval on real commits as tasks. Prints a page and keeps it under .results/. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openEngine } from "@sdl/engine";
import { loadTokenCounter } from "@sdl/slice";
import { RESULTS_FOLDER } from "./paths.js";
import { evaluate } from "./replay/evaluate.js";
import { ModelVectors } from "./replay/model-vectors.js";
import { Recordings } from "./replay/record.js";
import { recordRepository } from "./replay/record-repository.js";
import { type RepositoryFigures, renderReplay } from "./replay/report.js";
import { type Source, sourcesOf } from "./replay/sources.js";
import { ABLATIONS, STANDARD, type Variant, withModel } from "./replay/variants.js";

const USAGE = `node bench/dist/replay.js [--repo CLONE…] [--clones FOLDER] [options]
  --repo CLONE       a clone, bare or not; may be given more than once
  --clones FOLDER    takes the fixed list from FOLDER/OWNER+NAME/repo, or FOLDER/OWNER+NAME
  --group GROUP      of the fixed list: tuned, never or fitted
  --commits N        tasks of each clone (40)
  --cache FOLDER     where recordings are kept (bench/.replay)
  --ablate           also measures with one thing changed at a time
  --model FOLDER     also measures with this sentence model; its runtime lies in $SDL_HOME, see packages/engine/README.md
  --only VARIANT     of these, this one alone; may be given more than once
  --record-only      brings the recordings up to date and measures nothing
  --json             prints figures as JSON`;

const { values: options } = parseArgs({
  options: {
    repo: { type: "string", multiple: true },
    clones: { type: "string" },
    group: { type: "string" },
    commits: { type: "string", default: "40" },
    cache: { type: "string", default: resolve(import.meta.dirname, "../.replay") },
    ablate: { type: "boolean", default: false },
    model: { type: "string" },
    only: { type: "string", multiple: true },
    "record-only": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help || (options.repo === undefined && options.clones === undefined)) console.log(USAGE);
else await main();
process.exit(0);

async function main(): Promise<void> {
  const figures: RepositoryFigures[] = [];
  const model = await openModel();
  for (const source of sourcesOf(options)) {
    console.error(`${source.name} …`);
    const kept = new Recordings(join(options.cache, source.name.replace("/", "+")));
    const records = await recordRepository(source.clone, Number(options.commits), kept);
    if (!options["record-only"]) figures.push(await measure(source, records, { kept, model }));
  }
  if (options["record-only"]) return;
  const page = renderReplay(figures);
  const data = JSON.stringify(
    figures.map((one) => ({ ...one, byVariant: Object.fromEntries(one.byVariant) })),
    null,
    1,
  );
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(join(RESULTS_FOLDER, "replay.md"), page);
  writeFileSync(join(RESULTS_FOLDER, "replay.json"), data);
  process.stdout.write(options.json ? `${data}\n` : page);
}

async function measure(
  { name, group }: Source,
  records: RepositoryFigures["records"],
  { kept, model }: { readonly kept: Recordings; readonly model: ModelVectors | undefined },
): Promise<RepositoryFigures> {
  const countTokens = await loadTokenCounter();
  const byVariant = new Map<string, Awaited<ReturnType<typeof evaluate>>[]>();
  const withIt = model === undefined ? [] : [withModel(model.name)];
  for (const variant of [STANDARD, ...withIt, ...ablations()]) {
    const rows: Awaited<ReturnType<typeof evaluate>>[] = [];
    const reports = { raw: [], scrubbed: [] };
    // Oldest first, so that feedback is about earlier commits; rows keep the order of the records.
    for (const record of records.toReversed()) {
      rows.unshift(await evaluate(record, kept, { variant, countTokens, reports, model }));
    }
    byVariant.set(variant.name, rows);
  }
  return { name, group, records, byVariant };
}

/** Loads the model, with the runtime of the installed program. */
async function openModel(): Promise<ModelVectors | undefined> {
  if (options.model === undefined) return undefined;
  const { home } = openEngine({ cwd: process.cwd(), env: process.env });
  return ModelVectors.load(resolve(options.model), home);
}

function ablations(): readonly Variant[] {
  const { only } = options;
  if (!options.ablate) return [];
  const unknown = only?.find((name) => ABLATIONS.every((variant) => variant.name !== name));
  if (unknown !== undefined)
    throw new Error(`--only ${unknown}: pass one of ${ABLATIONS.map(({ name }) => name).join(", ")}`);
  return only === undefined ? ABLATIONS : ABLATIONS.filter(({ name }) => only.includes(name));
}

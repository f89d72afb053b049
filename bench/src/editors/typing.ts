/**
 * `node bench/dist/editors/typing.js`: measures memory and handles of an editor's server and an agent's server after
 * thousands of edits, and compares the index with one built from scratch.
 */
import { parseArgs } from "node:util";
import { fetchCorpus } from "../corpora/fetch.js";
import { corpusNamed } from "../corpora/list.js";
import { withStore } from "../product/cold.js";
import { type TypingLook, typeForLong } from "./typing-run.js";

const BAR_GROWTH = 1.05;

const USAGE = `node bench/dist/editors/typing.js [options]
  --corpus NAME    of bench/src/corpora/list.ts (tsmix)
  --warm-up N      edits before the first look (4000)
  --edits N        (10000)
  --minutes N      over which they are spread (30)
  --seed N         which files and edits (1)`;

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "tsmix" },
    "warm-up": { type: "string", default: "4000" },
    edits: { type: "string", default: "10000" },
    minutes: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  console.log(
    "| edits | minutes | editor RSS MB | editor PSS MB | agent RSS MB | agent PSS MB | descriptors | watches | store MB |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  const looks: TypingLook[] = [];
  const { isEqual, errors } = await withStore((place) =>
    typeForLong({
      corpus: fetchCorpus(corpusNamed(options.corpus), "check"),
      place,
      warmUpEdits: Number(options["warm-up"]),
      edits: Number(options.edits),
      minutes: Number(options.minutes),
      seed: Number(options.seed),
      onLook: (look) => {
        looks.push(look);
        console.log(formatRow(look));
      },
    }),
  );
  console.log(
    `\nThe index equals one from scratch: ${isEqual}. Errors: ${errors.length === 0 ? "none" : errors.join("; ")}`,
  );
  judgeGrowth(looks, isEqual && errors.length === 0);
}

/** The look after the warm-up is the base: until then servers grow because their caches fill. */
function judgeGrowth(looks: readonly TypingLook[], isSound: boolean): void {
  const [base, last] = [looks[0], looks.at(-1)];
  if (base === undefined || last === undefined) throw new Error("nothing was looked at");
  const growth = (of: "editor" | "agent", from = base): number => last[of].rssBytes / from[of].rssBytes;
  const growths = (from: TypingLook): string =>
    `editor's server ${growth("editor", from).toFixed(2)}, agent's server ${growth("agent", from).toFixed(2)}`;
  const middle = looks[Math.floor(looks.length / 2)] ?? base;
  console.log(`Resident memory since half of the edits: ${growths(middle)}.`);
  console.log(
    `Resident memory since the warm-up: ${growths(base)} (bar ${BAR_GROWTH}); descriptors ${base.descriptors} to ${last.descriptors}, watches ${base.watches} to ${last.watches}.`,
  );
  const isSteady = base.descriptors === last.descriptors && base.watches === last.watches;
  if (!isSound || !isSteady || Math.max(growth("editor"), growth("agent")) > BAR_GROWTH) process.exitCode = 1;
}

function formatRow({ edits, minutes, editor, agent, descriptors, watches, storeBytes }: TypingLook): string {
  const memory = [editor.rssBytes, editor.pssBytes, agent.rssBytes, agent.pssBytes].map(toMegabytes);
  return `| ${[edits, minutes.toFixed(1), ...memory, descriptors, watches, toMegabytes(storeBytes)].join(" | ")} |`;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/**
 * A process with an editor. Arguments: root, store. Each line of its input is a push, as JSON; it prints the answer, as JSON, once the push was
 * taken. It ends with its input, without closing the repository.
 */
import { createInterface } from "node:readline";
import { openRepository } from "../../dist/index.js";

const [rootPath, storeDirectory] = process.argv.slice(2);
const repository = await openRepository({ rootPath, repoId: "drafted", storeDirectory, workers: 1 });
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { checkpoint, ...push } = JSON.parse(line);
  const answer = checkpoint === true ? await repository.drafts.checkpoint() : await repository.drafts.push(push);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);

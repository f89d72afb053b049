/** Indexes a worktree and goes on editing and refreshing it until it is killed. Arguments: root, store. Prints a line for each refresh. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRepository } from "../../dist/index.js";

const [rootPath, storeDirectory] = process.argv.slice(2);
for (let turn = 0; ; ) {
  try {
    const repository = await openRepository({ rootPath, repoId: "tree", storeDirectory, workers: 1 });
    while (repository.isInPlace()) {
      await repository.refresh({ mode: "incremental" });
      process.stdout.write(`${turn}\n`);
      writeFileSync(join(rootPath, "src/edited.ts"), `export function turn${turn++}() {}\n`);
    }
    await repository.close();
  } catch (error) {
    // Another worktree begins beside this one's store: it is opened again, as the program does.
    if (!["STORE_MOVED", "STORE_BUSY", "busy"].includes(error.code)) throw error;
  }
}

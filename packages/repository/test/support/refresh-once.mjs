/** Refreshes a repository once. Arguments: root, store. */
import { openRepository } from "../../dist/index.js";

const [rootPath, storeDirectory] = process.argv.slice(2);
const repository = await openRepository({ rootPath, repoId: "r", storeDirectory, workers: 1 });
await repository.refresh({ mode: "incremental" });
await repository.close();

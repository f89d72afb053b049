/**
 * `node one-repository.js REQUEST`: writes one repository's files and measures its edges. REQUEST is a
 * {@link RepositoryRequest} as JSON. Prints the record as JSON. It is a separate process, so that a deadline can end it
 * and its memory is freed.
 */
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { judge, languageOf } from "../edges/judge.js";
import { askOracles } from "../edges/measure-edges.js";
import { readRuleGraph } from "../edges/rule-graph.js";
import { Clone, WorkTree } from "../replay/git.js";
import { edgeFigures } from "./record.js";
import type { EdgeRepository } from "./repositories.js";

/** What to measure. */
export interface RepositoryRequest {
  readonly repository: EdgeRepository;
  readonly clone: string;
  /** Where the files of the commit are kept, to be read afterwards. */
  readonly checkout: string;
  /** Python: pyright is asked about so many call sites, more or less. */
  readonly sites: number;
}

const { repository, clone, checkout, sites }: RepositoryRequest = JSON.parse(process.argv[2] ?? "");
const root = realpathSync(join(writeFiles(), repository.folder ?? ""));
const graph = await readRuleGraph(root, true);
const files = graph.files.filter((file) => (languageOf(file) === "python") === (repository.language === "python"));
const [oracle] = await askOracles(root, { files }, sites);
if (oracle === undefined) throw new Error(`no ${repository.language} in ${repository.folder ?? "the repository"}`);
console.log(JSON.stringify({ ...repository, figures: edgeFigures(judge(graph, oracle), files.length) }));

/** @returns the folder of the commit's files; those of an earlier run are used again */
function writeFiles(): string {
  if (!existsSync(checkout)) {
    const unfinished = `${checkout}.${process.pid}`;
    mkdirSync(dirname(checkout), { recursive: true });
    new WorkTree(new Clone(clone), unfinished).checkOut(repository.commit);
    renameSync(join(unfinished, "tree"), checkout);
    rmSync(unfinished, { recursive: true });
  }
  return checkout;
}

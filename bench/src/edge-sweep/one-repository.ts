/**
 * `node one-repository.js REQUEST`: writes one repository's files and measures its edges. REQUEST is a
 * {@link RepositoryRequest} as JSON. Prints the record as JSON. It is a separate process, so that a deadline can end it
 * and its memory is freed.
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { judge, languageOf } from "../edges/judge.js";
import { askOracles } from "../edges/measure-edges.js";
import { readRuleGraph } from "../edges/rule-graph.js";
import { writeCheckout } from "./checkout.js";
import { edgeFigures } from "./record.js";
import type { EdgeRepository } from "./repositories.js";

/** What to measure. */
export interface RepositoryRequest {
  readonly repository: EdgeRepository;
  readonly clone: string;
  /** Python: pyright is asked about so many call sites, more or less. */
  readonly sites: number;
}

const { repository, clone, sites }: RepositoryRequest = JSON.parse(process.argv[2] ?? "");
const root = realpathSync(join(writeCheckout(clone, repository), repository.folder ?? ""));
const graph = await readRuleGraph(root, true);
const files = graph.files.filter((file) => (languageOf(file) === "python") === (repository.language === "python"));
const [oracle] = await askOracles(root, { files }, sites);
if (oracle === undefined) throw new Error(`no ${repository.language} in ${repository.folder ?? "the repository"}`);
const counts = { files: files.length, unjudged: files.length - oracle.files.length };
console.log(JSON.stringify({ ...repository, figures: edgeFigures(judge(graph, oracle), counts) }));

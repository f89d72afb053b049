/**
 * Walk over repositories of issues, from base commit to base commit, oldest first, so that only differences are
 * indexed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checkout, prepareTree } from "../replay/checkout.js";
import { findClone } from "../replay/clones.js";
import { Clone, WorkTree } from "../replay/git.js";
import type { Issue } from "./issues.js";
import { McpSession } from "./mcp-session.js";

/** Smaller clones that have the same history as a clone that is too large to fetch. */
const STAND_INS: Readonly<Record<string, string>> = {
  "django/django": "felixxm/django",
  "scikit-learn/scikit-learn": "thomasjpfan/scikit-learn",
  "matplotlib/matplotlib": "timhoffm/matplotlib",
};

/** The issues of one repository. */
export interface RepositoryIssues {
  readonly repository: string;
  readonly clone: Clone;
  /** By date of their base commit, oldest first. */
  readonly issues: readonly Issue[];
}

/**
 * Groups issues by clone, and reports missing repositories and commits. @param folder contains `OWNER+NAME/repo` or
 * `OWNER+NAME`
 */
export function* groupByClone(issues: readonly Issue[], folder: string): Iterable<RepositoryIssues> {
  for (const repository of new Set(issues.map((issue) => issue.repository))) {
    const all = issues.filter((issue) => issue.repository === repository);
    const path = findClone(folder, repository) ?? findClone(folder, STAND_INS[repository] ?? repository);
    if (path === undefined) {
      console.error(`NOT MEASURED: ${repository}, ${all.length} issues: there is no clone in ${folder}`);
      continue;
    }
    const clone = new Clone(path);
    const dated = all.map((issue) => ({ issue, time: commitTime(clone, issue.baseCommit) }));
    const present = dated.flatMap(({ issue, time }) => (time === undefined ? [] : { issue, time }));
    if (present.length < all.length)
      console.error(`NOT MEASURED: ${repository}: ${all.length - present.length} base commits are not in the clone`);
    present.sort((a, b) => a.time - b.time);
    yield { repository, clone, issues: present.map(({ issue }) => issue) };
  }
}

/** Runs `work` with a temporary checkout and a server on it; both are removed afterwards. */
export async function withServer(
  clone: Clone,
  work: (checkout: Checkout, session: McpSession) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sdl-gold-"));
  const tree = new WorkTree(clone, folder);
  const session = await McpSession.open(prepareTree(clone, tree), join(folder, "store"), join(folder, "home"));
  try {
    await work(new Checkout(tree, await session.repository()), session);
  } finally {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Commit time in seconds; `undefined` if the clone lacks the commit. */
function commitTime(clone: Clone, commit: string): number | undefined {
  try {
    return Number(clone.run(["show", "-s", "--format=%ct", `${commit}^{commit}`]));
  } catch {
    return undefined;
  }
}

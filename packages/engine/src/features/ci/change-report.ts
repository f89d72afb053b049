/**
 * Report of a change between two revisions, for its reviewer: risk, changed symbols, blast radius, tests to run. Produces data only; other modules
 * format it.
 */
import {
  changedSymbolRecord,
  findRisks,
  type PackedBlastEntry,
  type PackedBreak,
  type PackedChange,
  type PackedCompanion,
  packBreaks,
  packDelta,
  recommendTests,
  riskLevel,
  riskParts,
  riskScore,
} from "@sdl/delta";
import { type SymbolId, skipClassOf } from "@sdl/model";
import { type GitRevisions, STAGED_NAME, workProgress } from "@sdl/repository";
import type { ActionContext } from "../../contract/action.js";
import { type NamedDelta, openDelta } from "../../query/compute-delta.js";
import { openIndexed } from "../../query/open-indexed.js";
import { refreshRepository } from "../../query/refresh-repository.js";
import { type Query, runQuery } from "../../query/run-query.js";
import { DERIVING } from "../../query/wait-for-layers.js";

/** Which revisions to compare. */
export interface ReportRequest {
  readonly repoId?: string | undefined;
  /** A git revision, or a version of the ledger. */
  readonly base: string;
  /** A git revision or a version, `@staged` for what is staged; the files on disk if absent. */
  readonly head?: string | undefined;
  /** Whether to compare with the merge base of `base` and `head`, so that commits made on `base` since then are not part of the change. */
  readonly fromMergeBase: boolean;
  /** Called as soon as both compared sides are resolved. */
  readonly onSides?: (sides: ComparedSides) => void;
}

/** One side of the comparison. */
interface ReportSide {
  /** The revision as the request names it. */
  readonly name: string;
  /** `undefined` for files on disk and for versions without a commit. */
  readonly commit: string | undefined;
}

/** A symbol's location; for a removed symbol its location in the earlier revision. */
interface Place {
  readonly file: string;
  readonly line: number;
}

interface ReportFinding {
  readonly type: string;
  readonly severity: "low" | "medium" | "high";
  readonly score: number;
  readonly message: string;
  /** Riskiest first. */
  readonly symbols: readonly { readonly symbolId: SymbolId; readonly name: string; readonly place: Place }[];
}

interface ReportTest {
  readonly file: string;
  readonly type: "linked" | "dependent" | "changed";
  readonly targets: readonly string[];
}

/** Names of the compared sides; known long before the comparison ends. */
export interface ComparedSides {
  readonly base: ReportSide;
  readonly head: ReportSide;
  /** The commit that `head` was compared with, if it is not `base` itself. */
  readonly mergeBase: string | undefined;
}

/** What changed between two sides, how risky that is, and what it breaks. */
export interface ChangeReport extends ComparedSides {
  readonly repoId: string;
  /** Limits of the comparison that a reader must know. */
  readonly notes: readonly string[];
  readonly riskScore: number;
  readonly riskLevel: "low" | "medium" | "high";
  readonly findings: readonly ReportFinding[];
  readonly files: readonly string[];
  /** What breaks, the most probable break first. */
  readonly breaks: readonly PackedBreak[];
  /** Riskiest first. */
  readonly changes: readonly (PackedChange & { readonly place: Place })[];
  /** Most affected first. */
  readonly blastRadius: readonly (PackedBlastEntry & { readonly line: number })[];
  readonly tests: readonly ReportTest[];
  /** Symbols that usually change in the same commits and did not; empty without a history. */
  readonly alsoUsuallyChanges: readonly PackedCompanion[];
}

const MAX_TEST_TARGETS = 10;

/** @throws {SdlError} `version_not_found`, `not_indexed`, `busy` */
export async function changeReport(context: ActionContext, request: ReportRequest): Promise<ChangeReport> {
  const { repoId, head } = request;
  const { repository } = await openIndexed(context, repoId);
  const sides = await resolveSides(repository.git(), request);
  // An unknown version is reported before anything is printed; for a commit, git has confirmed that it exists.
  if (sides.base.commit === undefined) await repository.resolveVersion(sides.from);
  if (sides.head.commit === undefined) await repository.resolveVersion(sides.to);
  request.onSides?.(sides);
  if (head === undefined) await refreshRepository(context, repository, { mode: "incremental" });
  // Test links and processes come from the derived layers of the latest version; if these cannot be built, the report notes it.
  if (repository.snapshot().derived() === undefined) context.onProgress?.(workProgress(DERIVING));
  await repository.settleLayers().catch(() => undefined);
  // Compares revisions without a refresh: files that change on disk meanwhile are not part of the report.
  return runQuery(context, { repoId, fresh: false }, (query) => buildReport(context, query, sides));
}

interface ResolvedSides extends ComparedSides {
  readonly from: string;
  readonly to: string;
  readonly notes: readonly string[];
}

async function buildReport(context: ActionContext, query: Query, sides: ResolvedSides): Promise<ChangeReport> {
  const named = await openDelta(context, query, { fromVersion: sides.from, toVersion: sides.to });
  const { base, head, mergeBase } = sides;
  const layers =
    query.derived === undefined
      ? ["Test links are missing because this version's derived layers are not built: run sdl index first."]
      : [];
  const notes = [...sides.notes, ...layers, ...(await extractionFailureNotes(context, query, named))];
  return { repoId: query.entry.repoId, base, head, mergeBase, notes, ...describeDelta(named) };
}

/** A note on files whose extraction failed, because they are missing from the comparison. */
async function extractionFailureNotes(context: ActionContext, query: Query, { names }: NamedDelta): Promise<string[]> {
  const repository = await context.engine.open(query.entry);
  const failed = new Set<string>();
  for (const version of [names.fromVersion, names.toVersion]) {
    const snapshot = version === query.graph.version ? query.graph : await repository.snapshotAt(version);
    for (const { path, reason } of snapshot.skipped()) if (skipClassOf(reason) === "failed") failed.add(path);
  }
  const [first] = [...failed].sort();
  return first === undefined
    ? []
    : [`Left out, because extraction failed: ${first}${failed.size > 1 ? ` and ${failed.size - 1} more` : ""}.`];
}

/** Resolves both sides to versions. For files on disk, the merge base is that of `base` and HEAD. */
async function resolveSides(git: GitRevisions, request: ReportRequest): Promise<ResolvedSides> {
  const base = { name: request.base, commit: await git.resolveCommit(request.base) };
  const headName = request.head ?? "HEAD";
  const head = {
    name: request.head === STAGED_NAME ? "what is staged" : (request.head ?? "files on the disk"),
    commit: request.head === undefined || request.head === STAGED_NAME ? undefined : await git.resolveCommit(headName),
  };
  const plain = { base, head, from: base.commit ?? request.base, to: head.commit ?? request.head ?? "@latest" };
  if (!request.fromMergeBase || base.commit === undefined) return { ...plain, mergeBase: undefined, notes: [] };
  const mergeBase = await git.mergeBase(request.base, headName);
  if (mergeBase === undefined) {
    const note = `${request.base} and ${headName} have no common ancestor in this clone, so they are compared directly; fetch more of the history to compare with the merge base.`;
    return { ...plain, mergeBase, notes: [note] };
  }
  return { ...plain, from: mergeBase, mergeBase: mergeBase === base.commit ? undefined : mergeBase, notes: [] };
}

type DescribedDelta = Pick<
  ChangeReport,
  | "riskScore"
  | "riskLevel"
  | "findings"
  | "files"
  | "breaks"
  | "changes"
  | "blastRadius"
  | "tests"
  | "alsoUsuallyChanges"
>;

function describeDelta({ delta, names }: NamedDelta): DescribedDelta {
  const { pairs } = delta;
  const placeOf = (change: Parameters<typeof changedSymbolRecord>[1]): Place => {
    const { file, line } = changedSymbolRecord(pairs, change);
    return { file, line };
  };
  const score = riskScore(riskParts(delta));
  const pack = packDelta(delta, names);
  return {
    riskScore: score,
    riskLevel: riskLevel(score),
    findings: findRisks(delta).map(({ type, severity, score: own, message, symbols }) => ({
      ...{ type, severity, score: own, message },
      symbols: symbols.map((change) => {
        const { id, qualifiedName } = changedSymbolRecord(pairs, change);
        return { symbolId: id, name: qualifiedName, place: placeOf(change) };
      }),
    })),
    files: delta.files,
    breaks: packBreaks(delta),
    changes: pack.changedSymbols.map((change, i) => {
      const rated = delta.changes[i];
      return { ...change, place: rated === undefined ? { file: change.file, line: 1 } : placeOf(rated) };
    }),
    blastRadius: pack.blastRadius.map((entry, i) => {
      const symbol = delta.blast[i]?.symbol;
      return { ...entry, line: symbol === undefined ? 1 : pairs.after.graph.symbol(symbol).line };
    }),
    tests: recommendTests(delta).map(({ type, file, targets }) => ({
      ...{ type, file },
      targets: targets.slice(0, MAX_TEST_TARGETS).map((change) => changedSymbolRecord(pairs, change).qualifiedName),
    })),
    alsoUsuallyChanges: pack.alsoUsuallyChanges,
  };
}

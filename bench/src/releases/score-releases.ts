/** Scores the releases of one library: the delta of two tags, both indexed with their layers. */
import { changedSymbolRecord, deltaSide, findRisks, type RiskParts, riskParts, riskScore } from "@sdl/delta";
import { computeDescribedDelta, type Repository } from "@sdl/engine";
import type { Clone } from "../replay/git.js";
import { chooseReleases, type Release } from "./choose-releases.js";
import { openTag } from "./indexed-tags.js";
import type { Library } from "./libraries.js";

/** A release with its risk score and the parts of the score. */
export interface ScoredRelease extends Release {
  readonly repository: string;
  readonly isUnseen: boolean;
  readonly score: number;
  readonly parts: RiskParts;
  /** Number of changed symbols. */
  readonly changed: number;
  readonly findings: readonly string[];
  /** Breaks of the public interface, as texts. */
  readonly breaks: readonly string[];
}

/** Indexes the chosen releases of a library, and scores each against the one before. */
export async function scoreReleases(clone: Clone, { repository, newest, isUnseen }: Library): Promise<ScoredRelease[]> {
  const scored: ScoredRelease[] = [];
  for (const release of chooseReleases(clone.run(["tag"]).trim().split("\n"), newest)) {
    const before = await openTag(clone, repository, release.before);
    const after = await openTag(clone, repository, release.tag);
    scored.push({ ...release, repository, isUnseen, ...score(before.snapshot(), after.snapshot()) });
    await before.close();
    await after.close();
  }
  return scored;
}

type Snapshot = ReturnType<Repository["snapshot"]>;

function score(
  before: Snapshot,
  after: Snapshot,
): Pick<ScoredRelease, "score" | "parts" | "changed" | "findings" | "breaks"> {
  const delta = computeDescribedDelta(deltaSide(before, before.derived()), deltaSide(after, after.derived()));
  const parts = riskParts(delta);
  return {
    score: riskScore(parts),
    parts,
    changed: delta.changes.length,
    findings: findRisks(delta).map(({ message }) => message),
    breaks: [
      ...delta.requirements.map(({ file, text }) => `${file} ${text}`),
      ...delta.changes
        .filter(({ risk }) => risk.breakage > 0)
        .map((change) => {
          const { qualifiedName, file } = changedSymbolRecord(delta.pairs, change);
          const { breaks, breakage, unchangedUsers } = change.risk;
          const texts = breaks.map(({ text, certainty }) => `${text} (${certainty})`);
          return `${breakage.toFixed(2)} ${qualifiedName} (${file}), ${unchangedUsers.length} unchanged users: ${texts.join("; ")}`;
        }),
    ],
  };
}

/**
 * Report on releases: shares of high scores by kind, how well scores separate patch from major releases, and the
 * decisions of gates.
 */
import { areaUnder } from "../statistics/area-under.js";
import { median } from "../statistics/order.js";
import { RELEASE_KINDS, type ReleaseKind } from "./choose-releases.js";
import type { ScoredRelease } from "./score-releases.js";

/** Score from which a change needs a reviewer, see `riskLevel`. */
export const GATE = 70;
const BARS = { patch: 0.2, major: 0.6, area: 0.85 };
const GATES = [30, 40, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95];

/** Writes a table that shows how well scores separate the kinds of releases. */
export function renderReleases(all: readonly ScoredRelease[]): string {
  const unseen = all.filter(({ isUnseen }) => isUnseen);
  const groups = [
    ...[...new Set(all.map(({ repository }) => repository))].map((name) => ({
      name,
      of: all.filter(({ repository }) => repository === name),
    })),
    { name: "libraries that weights were fitted to", of: all.filter(({ isUnseen }) => !isUnseen) },
    { name: "unseen libraries", of: unseen },
    { name: "all", of: all },
  ].filter(({ of }) => of.length > 0);
  return `${[
    `Releases scored ${GATE} or more; bars: at most ${percent(BARS.patch)} of patch, at least ${percent(BARS.major)} of major releases, AUC at least ${BARS.area}.`,
    "",
    "| library | patch | minor | major | AUC, patch against major | |",
    "| --- | --- | --- | --- | --- | --- |",
    ...groups.map(groupRow),
    "",
    "Shares at or above other gates, all libraries.",
    "",
    "| gate | patch | minor | major |",
    "| --- | --- | --- | --- |",
    ...GATES.map((gate) => `| ${[gate, ...RELEASE_KINDS.map((kind) => highShare(all, kind, gate))].join(" | ")} |`),
    "",
    ...all.map(releaseLine),
  ].join("\n")}\n`;
}

function groupRow({ name, of }: { readonly name: string; readonly of: readonly ScoredRelease[] }): string {
  const area = areaUnder(scoresOf(of, "major"), scoresOf(of, "patch"));
  const cells = RELEASE_KINDS.map((kind) => {
    const scores = scoresOf(of, kind);
    return scores.length === 0 ? "-" : `${highShare(of, kind, GATE)}, median ${median(scores)}`;
  });
  return `| ${[name, ...cells, area?.toFixed(2) ?? "-", reachesBars(of) ? "pass" : "FAIL"].join(" | ")} |`;
}

/** Whether the measured values reach all three limits. */
export function reachesBars(all: readonly ScoredRelease[]): boolean {
  const [patch, major] = [scoresOf(all, "patch"), scoresOf(all, "major")];
  return (
    share(patch, GATE) <= BARS.patch && share(major, GATE) >= BARS.major && (areaUnder(major, patch) ?? 0) >= BARS.area
  );
}

function scoresOf(all: readonly ScoredRelease[], wanted: ReleaseKind): number[] {
  return all.flatMap(({ kind, score }) => (kind === wanted ? score : []));
}

function highShare(all: readonly ScoredRelease[], kind: ReleaseKind, gate: number): string {
  const scores = scoresOf(all, kind);
  return `${scores.filter((score) => score >= gate).length}/${scores.length} (${percent(share(scores, gate))})`;
}

function share(scores: readonly number[], gate: number): number {
  return scores.length === 0 ? 0 : scores.filter((score) => score >= gate).length / scores.length;
}

function percent(value: number): string {
  return `${Math.round(100 * value)} %`;
}

function releaseLine({ repository, kind, before, tag, score, changed, findings }: ScoredRelease): string {
  return `- ${repository} ${before} → ${tag} (${kind}): ${score}; ${changed} symbols; ${findings.slice(0, 2).join("; ")}`;
}

/**
 * Risk score of a delta, 0..100:
 * .8 interface stability + .1 changed symbols + .07 blast radius + .03 side effects, each 0..100.
 *
 * Test code neither bears nor spreads risk: more tests must not raise the risk of a symbol.
 */
import { isTestCode } from "@sdl/model/paths";
import { changedSymbolRecord, type Delta, type RatedChange } from "../delta.js";
import { BREAKAGE, riskyChanges } from "./change-risk.js";

/**
 * Weights of the parts. With them a certain break of one published declaration is a high risk by itself, and nothing else is; measured on
 * releases, see bench/results/releases.md.
 */
export const SCORE_WEIGHTS = { interfaceStability: 0.8, changedSymbols: 0.1, blastRadius: 0.07, sideEffects: 0.03 };

/** Sum of confidences at which the blast radius scores 63 of 100. */
const BLAST_SCALE = 10;
const BLAST_DECAY = 0.6;
/** Sum of risks at which changed symbols score 63 of 100. */
const CHANGES_SCALE = 20;

/** Parts of the risk score, each 0..100, not rounded. */
export interface RiskParts {
  /** 100·(1 − e^(−Σ r/20)) over the risks of changed symbols. */
  readonly changedSymbols: number;
  /** 100·(1 − e^(−Σ confidence·0.6^(distance−1)/10)) over the blast radius. */
  readonly blastRadius: number;
  /** 100·(1 − Π(1 − breakage)) over changed declarations and stricter requirements: the probability that code that uses one of them breaks. */
  readonly interfaceStability: number;
  /** 100 × share of the changed symbols whose side effects changed. */
  readonly sideEffects: number;
}

/** Coarse level of a score. */
export type RiskLevel = "low" | "medium" | "high";

/** Computes the four terms of the score. */
export function riskParts(delta: Delta): RiskParts {
  const { blast, pairs } = delta;
  const { graph } = pairs.after;
  const code = riskyChanges(delta);
  const risks = code.reduce((sum, { risk }) => sum + risk.value, 0);
  const fits = listBreakages(delta, code).reduce((product, breakage) => product * (1 - breakage), 1);
  const affected = blast
    .filter(({ symbol }) => !isTestCode(graph, graph.fileOf(symbol)))
    .reduce((total, { confidence, distance }) => total + confidence * BLAST_DECAY ** (distance - 1), 0);
  return {
    changedSymbols: saturate(risks / CHANGES_SCALE),
    blastRadius: saturate(affected / BLAST_SCALE),
    interfaceStability: 100 * (1 - fits),
    sideEffects: share(code, ({ sideEffectDiff }) => sideEffectDiff !== undefined),
  };
}

/** Breakages of requirements and of declarations: one for each name, which JavaScript may declare in a source and in a `.d.ts`. */
function listBreakages({ pairs, requirements }: Delta, code: readonly RatedChange[]): number[] {
  const byName = new Map<string, number>();
  for (const change of code) {
    const { qualifiedName } = changedSymbolRecord(pairs, change);
    byName.set(qualifiedName, Math.max(byName.get(qualifiedName) ?? 0, change.risk.breakage));
  }
  return [...requirements.map(({ certainty }) => BREAKAGE[certainty].published), ...byName.values()];
}

function saturate(sum: number): number {
  return 100 * (1 - Math.exp(-sum));
}

/** Weighted sum of the parts, rounded to an integer. */
export function riskScore({ changedSymbols, blastRadius, interfaceStability, sideEffects }: RiskParts): number {
  return Math.round(
    SCORE_WEIGHTS.changedSymbols * changedSymbols +
      SCORE_WEIGHTS.blastRadius * blastRadius +
      SCORE_WEIGHTS.interfaceStability * interfaceStability +
      SCORE_WEIGHTS.sideEffects * sideEffects,
  );
}

/** Level of a score: high from 70, medium from 40. */
export function riskLevel(score: number): RiskLevel {
  if (score >= 70) return "high";
  return score >= 40 ? "medium" : "low";
}

function share<T>(all: readonly T[], isWanted: (one: T) => boolean): number {
  return all.length === 0 ? 0 : (100 * all.filter(isWanted).length) / all.length;
}

/**
 * Risk score of a delta, 0..100:
 * .4 changed symbols + .3 blast radius + .2 interface stability + .1 side effects, each 0..100.
 *
 * Test code neither bears nor spreads risk: more tests must not raise the risk of a symbol.
 */
import { isTestCode } from "@sdl/model/paths";
import type { Delta } from "../delta.js";
import { riskyChanges } from "./change-risk.js";

const SCORE_WEIGHTS = { changedSymbols: 0.4, blastRadius: 0.3, interfaceStability: 0.2, sideEffects: 0.1 };

/** Sum of confidences at which the blast radius scores 63 of 100. */
const BLAST_SCALE = 10;
const BLAST_DECAY = 0.6;

/** Parts of the risk score, each 0..100, not rounded. */
export interface RiskParts {
  /** 100·(1 − Π(1 − r)) over the risks of changed symbols. */
  readonly changedSymbols: number;
  /** 100·(1 − e^(−Σ confidence·0.6^(distance−1)/10)) over the blast radius. */
  readonly blastRadius: number;
  /** 100 × share of the modified public symbols whose signature changed. */
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
  const exposed = code.filter(
    ({ changeType, risk }) => changeType === "modified" && (risk.isPublic || risk.isRemovedApi),
  );
  const safe = code.reduce((product, { risk }) => product * (1 - risk.value), 1);
  const sum = blast
    .filter(({ symbol }) => !isTestCode(graph, graph.fileOf(symbol)))
    .reduce((total, { confidence, distance }) => total + confidence * BLAST_DECAY ** (distance - 1), 0);
  return {
    changedSymbols: 100 * (1 - safe),
    blastRadius: 100 * (1 - Math.exp(-sum / BLAST_SCALE)),
    interfaceStability: share(exposed, ({ signatureDiff }) => signatureDiff !== undefined),
    sideEffects: share(code, ({ sideEffectDiff }) => sideEffectDiff !== undefined),
  };
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

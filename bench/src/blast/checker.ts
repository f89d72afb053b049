/**
 * Interface of a checker: a compiler or type checker that reports the places broken by a planted break. One file of the
 * project is edited at a time.
 */
import type { Plant, PlantKind } from "./plants.js";

/** A place: line from 1, column from 0. */
export interface Spot {
  /** Path relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

/** Judges plants in one project. */
export interface Checker {
  /** Paths relative to the root. */
  readonly files: readonly string[];
  text(file: string): string;
  /** Possible plants of one kind in a file. */
  plants(file: string, kind: PlantKind): readonly Plant[];
  judge(plant: Plant): Promise<Truth>;
  close(): void;
}

/** Problems and references caused by a plant, as the checker reports them. */
export interface Truth {
  /** New problems, in all files. */
  readonly broken: readonly Spot[];
  /** References to the planted name, its declarations included. */
  readonly references: readonly Spot[];
}

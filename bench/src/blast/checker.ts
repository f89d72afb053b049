/** What says which places a planted break breaks: a compiler or a type checker on a project, one edited file at a time. */
import type { Plant, PlantKind } from "./plants.js";

/** Lines from 1, columns from 0. */
export interface Spot {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

export interface Checker {
  /** Relative to the root. */
  readonly files: readonly string[];
  text(file: string): string;
  /** The plants of one kind in a file. */
  plants(file: string, kind: PlantKind): readonly Plant[];
  judge(plant: Plant): Promise<Truth>;
  close(): void;
}

/** What a plant does. */
export interface Truth {
  /** Problems that were not there before, in all files. */
  readonly broken: readonly Spot[];
  /** Where the name of what is planted is referred to, its declarations included. */
  readonly references: readonly Spot[];
}

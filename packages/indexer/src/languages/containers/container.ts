/** Interface of a format that holds code of other languages: how a parser of the language reads it. A new format is one file. */
import type { GrammarLanguage } from "@sdl/model/facts";
import type { Component } from "../component.js";

/** A range of a source that holds no code of the file's language. */
export interface OtherRegion {
  /** Offsets, half-open. */
  readonly start: number;
  readonly end: number;
  /** What a skeleton shows in its place, before the number of its lines: `template`, `style`. */
  readonly what: string;
}

/** A source as a parser reads it. */
export interface ContainerSource {
  readonly language: GrammarLanguage;
  /** As long as the source; code stands at its own offsets. */
  readonly text: string;
  /** The file's component, but for its name; `undefined` for formats without components. */
  readonly component: Omit<Component, "name"> | undefined;
  /** In source order, disjoint. */
  readonly others: readonly OtherRegion[];
}

/** Reads a format. Never throws for broken source, and takes time in its length. */
export type ContainerReader = (source: string) => ContainerSource;

/** What an extractor needs to know of a component file, which its parser does not see. Offsets are those of the source. */

/** A component file's template, as the parser reads it: arrays of its expressions beside the script. */
export interface Component {
  /** The file's name in PascalCase, without extension. */
  readonly name: string;
  /** Offsets of the arrays that stand for the template, at least one. */
  readonly parts: ReadonlySet<number>;
  /** Names of the components that tags use, by offset of the tag's name: as written, in PascalCase for `kebab-case`. */
  readonly tags: ReadonlyMap<number, string>;
  /** Names that the template declares, by offset of the arrow function that stands for their scope. */
  readonly scopes: ReadonlyMap<number, readonly string[]>;
  readonly format: ComponentFormat;
}

/** What differs between the formats of components. */
export interface ComponentFormat {
  /** Whether the framework finds components that no script imports, by their file names. */
  readonly findsByName: boolean;
  /** Whether `export let x` declares a property. */
  readonly exportsProperties: boolean;
  /** The type whose members are the properties, by convention. */
  readonly propertiesType: string | undefined;
  /** What stands before a variable's name where a template or script reads the value in it: `$count`. */
  readonly valuePrefix: string | undefined;
}

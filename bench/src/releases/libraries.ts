/** Libraries whose releases are scored: half Python, half TypeScript and JavaScript, all with releases numbered by what they break. */

export interface Library {
  /** `OWNER/NAME` on GitHub. */
  readonly repository: string;
  readonly language: "Python" | "JavaScript" | "TypeScript";
  /** Tag of the newest release considered, so that newer clones give the same results. */
  readonly newest: string;
  /** Whether no weight was fitted to the library's releases. */
  readonly isUnseen: boolean;
}

/** The libraries whose releases are scored; weights were fitted only to those that are not `isUnseen`. */
export const LIBRARIES: readonly Library[] = [
  { repository: "pallets/click", language: "Python", newest: "8.3.3", isUnseen: false },
  { repository: "marshmallow-code/marshmallow", language: "Python", newest: "4.1.0", isUnseen: false },
  { repository: "python-websockets/websockets", language: "Python", newest: "16.0", isUnseen: false },
  { repository: "tj/commander.js", language: "JavaScript", newest: "v14.0.3", isUnseen: false },
  { repository: "sindresorhus/execa", language: "JavaScript", newest: "v9.6.1", isUnseen: false },
  { repository: "tkem/cachetools", language: "Python", newest: "v6.2.4", isUnseen: true },
  { repository: "Textualize/rich", language: "Python", newest: "v14.2.0", isUnseen: true },
  { repository: "sindresorhus/got", language: "TypeScript", newest: "v14.6.6", isUnseen: true },
  { repository: "panva/jose", language: "TypeScript", newest: "v6.1.3", isUnseen: true },
  { repository: "immerjs/immer", language: "TypeScript", newest: "v11.1.3", isUnseen: true },
];

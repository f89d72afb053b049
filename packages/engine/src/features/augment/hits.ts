/** The places that a search printed. */

export interface Hit {
  /** As it was printed. */
  readonly path: string;
  readonly line: number;
}

/** `src/a.ts:12:text`, also of a line around a hit: `src/a.ts-12-text`. */
const WHOLE = /^(.+?)[:-](\d+)[:-]/;
/** Below a line with the file's path: `12:text`, `L12: text`. */
const BELOW = /^\s*L?(\d+)[:-]/;
const HEADING = /^(?:File: )?([^\s:]+\.\w+):?$/;

/** In the order in which they stand there. */
export function readHits(text: string): Hit[] {
  const hits: Hit[] = [];
  let heading: string | undefined;
  for (const line of text.split("\n")) {
    const below = BELOW.exec(line);
    const whole = below === null ? WHOLE.exec(line) : null;
    if (below !== null && heading !== undefined) hits.push({ path: heading, line: Number(below[1]) });
    else if (whole !== null) hits.push({ path: whole[1] as string, line: Number(whole[2]) });
    else heading = HEADING.exec(line)?.[1] ?? heading;
  }
  return hits;
}

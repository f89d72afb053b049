/** Parser of the file and line positions in a search tool's output. */

export interface SearchHit {
  /** Path exactly as the tool printed it. */
  readonly path: string;
  readonly line: number;
}

/** A hit line `src/a.ts:12:text`, or a context line `src/a.ts-12-text`. */
const WHOLE = /^(.+?)[:-](\d+)[:-]/;
/** A hit below a line with the file's path: `12:text`, `L12: text`. */
const BELOW = /^\s*L?(\d+)[:-]/;
const HEADING = /^(?:File: )?([^\s:]+\.\w+):?$/;

/** The hits in the order of the output. */
export function parseHits(text: string): SearchHit[] {
  const hits: SearchHit[] = [];
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

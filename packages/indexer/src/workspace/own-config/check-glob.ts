/** Check of a glob in a repository's configuration, with the reason if it is invalid. Pure. */
import { isMalformedGlob, toOctets } from "../ignore/glob.js";
import { MAX_GLOB_LENGTH } from "./config-keys.js";

/** A problem of a value, and how to fix it. */
export interface GlobFault {
  readonly problem: string;
  readonly advice: string;
}

/** Problems in order; the first that applies is reported. */
const FAULTS: readonly (readonly [(glob: string) => boolean, GlobFault])[] = [
  [
    (glob) => glob.trim() === "" || /^\/+$/.test(glob.trim()),
    { problem: "names nothing", advice: "remove the entry, or write a glob such as vendor/" },
  ],
  [
    (glob) => glob.length > MAX_GLOB_LENGTH,
    { problem: `is longer than ${MAX_GLOB_LENGTH} characters`, advice: "name a folder around the files, or use *" },
  ],
  [
    (glob) => /\p{Cc}/u.test(glob),
    { problem: "holds a line break or another control character", advice: "write each glob as an entry of its own" },
  ],
  [
    (glob) => glob.startsWith("!"),
    {
      problem: "re-includes files; a repository's configuration can only exclude",
      advice: "remove the entry; write a narrower glob to exclude",
    },
  ],
  [
    (glob) => glob.startsWith("#"),
    { problem: "is a comment in .gitignore syntax", advice: "write \\\\# for a name that begins with #" },
  ],
  [
    (glob) => /^(?:[A-Za-z]:[\\/]|\\\\|~\/)/.test(glob),
    {
      problem: "is outside of the repository",
      advice: "write the path from the repository's root, with a / at its start",
    },
  ],
  [
    (glob) => /(?:^|\/)\.\.(?:\/|$)/.test(glob),
    { problem: "leaves a folder by ..", advice: "write the path from the repository's root" },
  ],
  [
    (glob) => /(?:^|\/)\.(?:\/|$)/.test(glob),
    { problem: "has a part that is a dot, which matches nothing", advice: "leave out ./" },
  ],
  [(glob) => glob.includes("//"), { problem: "has two / in a row, which match nothing", advice: "write one /" }],
  [
    (glob) => /\\[\w.-]/.test(glob),
    { problem: "uses \\ between folders", advice: "write /; \\ only keeps *, ?, [, !, # and a space as they are" },
  ],
  [
    (glob) => isMalformedGlob(compiledPart(glob)),
    { problem: "is no glob: a [ is not closed, or a \\ ends it", advice: "close it, or write \\\\[" },
  ],
];

/** The problem of a glob. @returns `undefined` if it is valid */
export function faultOfGlob(glob: string): GlobFault | undefined {
  return FAULTS.find(([isMet]) => isMet(glob))?.[1];
}

/** The part of a glob that is compiled. */
function compiledPart(glob: string): string {
  return toOctets(glob.trimEnd().replace(/^\//, "").replace(/\/$/, ""));
}

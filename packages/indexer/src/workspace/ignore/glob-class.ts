/** Character class `[…]` of a gitignore glob. Knows octets; does not match. Source: git's wildmatch.c. */

/** One flag per octet, 256 in all. */
export type OctetClass = Uint8Array;

const POSIX_CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class stands for control characters
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[\x21-\x7e]/,
  lower: /[a-z]/,
  print: /[\x20-\x7e]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Parses a class whose `[` stands before `from`. A `]` directly after the opening is a member, as in git. */
export function parseClass(pattern: string, from: number): { octets: OctetClass; next: number } | undefined {
  const octets = new Uint8Array(256);
  let at = from;
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at++;
  let previous = -1;
  for (let first = true; first || pattern[at] !== "]"; first = false) {
    const member = parseMember(pattern, at, previous);
    if (member === undefined) return undefined;
    for (const octet of member.octets) octets[octet] = 1;
    previous = member.last;
    at = member.next;
  }
  return { octets: negated ? octets.map((flag) => 1 - flag) : octets, next: at + 1 };
}

interface ClassMember {
  readonly octets: Iterable<number>;
  /** The octet that a range may start from; -1 after a range or a named class. */
  readonly last: number;
  readonly next: number;
}

function parseMember(pattern: string, at: number, previous: number): ClassMember | undefined {
  const character = pattern[at];
  const following = pattern[at + 1] ?? "]";
  if (character === "-" && previous > 0 && following !== "]") return parseRangeEnd(pattern, at + 1, previous);
  if (character === "[" && following === ":") {
    const close = pattern.indexOf("]", at + 2);
    if (close < 0) return undefined;
    if (close > at + 2 && pattern[close - 1] === ":") return namedClass(pattern.slice(at + 2, close - 1), close + 1);
  }
  const { octet, next } = readOctet(pattern, at);
  return Number.isNaN(octet) ? undefined : { octets: [octet], last: octet, next };
}

function parseRangeEnd(pattern: string, at: number, from: number): ClassMember | undefined {
  const { octet, next } = readOctet(pattern, at);
  return Number.isNaN(octet) ? undefined : { octets: octetRange(from, octet), last: -1, next };
}

/** The octet at an index, or the octet after a backslash there; NaN past the end. */
function readOctet(pattern: string, at: number): { octet: number; next: number } {
  const place = pattern[at] === "\\" ? at + 1 : at;
  return { octet: pattern.charCodeAt(place), next: place + 1 };
}

function namedClass(name: string, next: number): ClassMember | undefined {
  const members = Object.hasOwn(POSIX_CLASSES, name) ? POSIX_CLASSES[name] : undefined;
  if (members === undefined) return undefined;
  return { octets: octetRange(0, 127).filter((octet) => members.test(String.fromCharCode(octet))), last: -1, next };
}

function octetRange(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/**
 * Gitignore glob, compiled to a small program that is matched without recursion and without regular expressions. Knows
 * octets: patterns and texts are byte strings (`toOctets`), because git's `?` and `[…]` match bytes. Invariant:
 * matching takes at most pattern × text steps per `**` and segment, for any pattern. Source: git's wildmatch.c with
 * WM_PATHNAME, and the literal prefix that dir.c compares before it.
 */
import { type OctetClass, parseClass } from "./glob-class.js";

/** Steps of a program. A number from 0 up is an octet, a number from {@link FIRST_CLASS} down is a character class. */
const ANY = -1;
/** `*`: any run without a slash. */
const STAR = -2;
/** `**` at an end: any run. */
const DEEP = -3;
/** `**` with its slash: nothing, or a run that ends in a slash. */
const DIRECTORIES = -4;
const FIRST_CLASS = -10;
/** End of the program while text is left; neither an octet nor a class. */
const END = -5;

const SLASH = 47;
/**
 * Maximum number of steps of a program. At least every other step matches an octet, and no path has more than half as many octets: a
 * longer program matches nothing.
 */
const MAX_STEPS = 8193;

/** A compiled glob. */
export interface Glob {
  /** The only text that matches, if the glob has no wildcard. */
  readonly literal: string | undefined;
  /** The last octet of every matching text, if there is one. */
  readonly lastOctet: number | undefined;
  readonly matches: (text: string) => boolean;
}

/** The UTF-8 bytes of `text` as a string with one character per byte; ASCII text is returned unchanged. */
export function toOctets(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}

/** Whether a pattern is malformed, so that {@link compileGlob} makes it match nothing. */
export function isMalformedGlob(pattern: string): boolean {
  return !new GlobCompiler(pattern).compile();
}

/** Compiles a pattern without its `!` and its leading and trailing slash. A malformed pattern matches nothing, as in git. */
export function compileGlob(pattern: string): Glob {
  const compiler = new GlobCompiler(pattern);
  if (!compiler.compile()) return { literal: undefined, lastOctet: undefined, matches: () => false };
  const { program, classes } = compiler;
  const last = program.at(-1);
  const lastOctet = last !== undefined && last >= 0 ? last : undefined;
  if (program.every((step) => step >= 0)) {
    const literal = String.fromCharCode(...program);
    return { literal, lastOctet, matches: (text) => text === literal };
  }
  const suffix = program.slice(1);
  if (program[0] === STAR && suffix.every((step) => step >= 0 && step !== SLASH)) {
    return { literal: undefined, lastOctet, matches: matchSuffix(String.fromCharCode(...suffix)) };
  }
  const steps = Int16Array.from(program);
  const tail = String.fromCharCode(...program.slice(program.findLastIndex((step) => step < 0) + 1));
  return {
    literal: undefined,
    lastOctet,
    matches: (text) => text.endsWith(tail) && matchProgram(steps, classes, text),
  };
}

function matchSuffix(suffix: string): (text: string) => boolean {
  return (text) => text.endsWith(suffix) && text.lastIndexOf("/", text.length - suffix.length - 1) < 0;
}

/**
 * Two backtracking points suffice: after the last `*` of the current segment and after the last `**`. A segment between
 * two `**` that matches as early as possible leaves the most text to the rest.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one automaton; its five moves read best side by side, and it is hot
function matchProgram(program: Int16Array, classes: readonly OctetClass[], text: string): boolean {
  let step = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  let deep = -1;
  let deepAt = 0;
  while (step < program.length || at < text.length) {
    const code = program[step] ?? END;
    if (code === STAR) {
      star = ++step;
      starAt = at;
    } else if (code === DEEP || code === DIRECTORIES) {
      deep = ++step;
      deepAt = at;
      star = -1;
    } else if (at < text.length && matchesOctet(code, text.charCodeAt(at), classes)) {
      step++;
      at++;
    } else if (star >= 0 && starAt < text.length && text.charCodeAt(starAt) !== SLASH) {
      step = star;
      at = ++starAt;
    } else {
      deepAt = deep < 0 ? -1 : nextStart(program[deep - 1] === DEEP, text, deepAt);
      if (deepAt < 0) return false;
      step = deep;
      at = deepAt;
      star = -1;
    }
  }
  return true;
}

/** Where the segment after a `**` may start next; -1 if nowhere. */
function nextStart(isDeep: boolean, text: string, from: number): number {
  if (isDeep) return from < text.length ? from + 1 : -1;
  return text.indexOf("/", from) + 1 || -1;
}

function matchesOctet(code: number, octet: number, classes: readonly OctetClass[]): boolean {
  if (code >= 0) return code === octet;
  if (octet === SLASH) return false;
  return code === ANY || classes[FIRST_CLASS - code]?.[octet] === 1;
}

class GlobCompiler {
  readonly program: number[] = [];
  readonly classes: OctetClass[] = [];
  private at = 0;
  /** git compares the text before the first wildcard separately, so a `**` directly after it counts as at a start. */
  private readonly prefixLength: number;

  constructor(private readonly pattern: string) {
    const wildcard = pattern.search(/[*?[\\]/);
    this.prefixLength = wildcard < 0 ? pattern.length : wildcard;
  }

  /** Compiles the pattern. @returns false if it is malformed, or matches no possible path */
  compile(): boolean {
    let isWellFormed = true;
    while (isWellFormed && this.program.length <= MAX_STEPS && this.at < this.pattern.length) {
      const character = this.pattern[this.at];
      if (character === "*") this.compileStars();
      else if (character === "?") this.push(ANY);
      else if (character === "[") isWellFormed = this.compileClass();
      else isWellFormed = this.compileLiteral(character === "\\");
    }
    return isWellFormed && this.program.length <= MAX_STEPS;
  }

  /** Compiles one octet. @returns false if an escape has nothing after it */
  private compileLiteral(isEscape: boolean): boolean {
    if (isEscape) this.at++;
    if (this.at === this.pattern.length) return false;
    this.push(this.pattern.charCodeAt(this.at));
    return true;
  }

  private push(step: number): void {
    this.program.push(step);
    this.at++;
  }

  private compileStars(): void {
    const start = this.at;
    while (this.pattern[this.at] === "*") this.at++;
    const atStart = start === this.prefixLength || this.pattern[start - 1] === "/";
    const rest = this.pattern.slice(this.at, this.at + 2);
    if (this.at - start < 2 || !atStart || !(rest === "" || rest[0] === "/" || rest === "\\/")) {
      this.program.push(STAR);
    } else if (rest[0] === "/") {
      if (this.program.at(-1) === DIRECTORIES) this.at++;
      else this.push(DIRECTORIES);
    } else {
      this.program.push(DEEP);
    }
  }

  /** Compiles a class. @returns false if it is not closed or names an unknown POSIX class */
  private compileClass(): boolean {
    const parsed = parseClass(this.pattern, this.at + 1);
    if (parsed === undefined) return false;
    this.program.push(FIRST_CLASS - this.classes.length);
    this.classes.push(parsed.octets);
    this.at = parsed.next;
    return true;
  }
}

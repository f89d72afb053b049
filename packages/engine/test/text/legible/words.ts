/** Patterns of lines and clauses in answers' texts. Named groups are their parts. */
const KIND =
  "(?:exported |private |protected )?(?:async )?(?:function|class|interface|type|module|method|constructor|variable)";
const VERB =
  "calls|uses|imports|extends|implements|reads|configures|(?:call|us|import|extend|implement|configur|test)ed by|read by";
const ITEM = String.raw`(?:\S+(?: \(\S+\))?|and (?:by )?\d+ more)`;
const PLACE = String.raw`(?<file>\S+\.\w+|env:)?(?::|  |^|(?<= ))(?:(?<lines>\d+(?:-\d+)?) {2})?`;

export const ENTRY = new RegExp(
  String.raw`^(?<indent> *)${PLACE}(?<kind>${KIND})(?: (?<name>[^\s(<:=?]+).*?)?(?: {2}(?<clauses>.+))?$`,
);

/** The first pattern that matches a line determines its kind. */
export const LINES: readonly RegExp[] = [
  ENTRY,
  /^(?<file>\S+\.\w+|env:)(?::(?<lines>\d+(?:-\d+)?)|, (?:\d+|no) symbols?\b.*)?$/,
  /^(?:\d+|No) \w+(?<does> [a-z ]+ (?:\S+ \(\S+\)|\S+\.\w+))(?:;.*)?$/,
  /^(?<subject>(?:\S+ \(\S+\)|\S+\.\w+) [a-z ]+ )(?:\d+|no) \w+(?:;.*)?$/,
  /^Related, not included: (?<mention>.*)$/,
  /^ {2}(?<mention>\S+ \(\S+\))(?: calls .*)?: /,
  /^ {2}(?<mention>\S+ \(\S+:\d+\)) (?:requires|no longer|takes|is|returns|must|has) /,
  /^ {6}\d+ users? that did not change: (?<mention>.*)$/,
  /^ {6}(?:was|now): /,
  /^ {4}(?<test>\S+)(?: {2}.*)?$/,
  /^ {2}(?<about>\S+\.\w+): (?<names>.*)$/,
  /^ {2}(?<clauses>.*)$/,
];

export const CLAUSE = new RegExp(
  `^(?:(?<verb>${VERB}) (?<targets>${ITEM}(?:, ${ITEM})*)|at (?<site>.*?)(?: and \\d+ more)?(?:, \\d+ edges away)?(?:, not sure)?|in the call chain (?<way>.*))$`,
);

export const MORE = /^and .*more$/;
export const CODE = /^(`{3,})\w*\n(?:([\s\S]*?)\n)?\1$/gm;
/** Lines that are never continued: empty lines, headings, entries, single locations, ends of code blocks. */
export const WHOLE =
  /^$|^\S.*:$|^ {2}These|^```|^module(?:$| {2})|^ *(?:\S+:)?\d[\d-]* {2}|^\S+\.\w+(?::[\d-]+|,.*| {2}.*)?$/;

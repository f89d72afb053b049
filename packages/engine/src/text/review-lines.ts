/** Text form of what a reviewer of a change must know: what it breaks for whom, which tests to run, what usually changes as well. */

import type { PackedBreak } from "@sdl/delta";
import { placeText } from "@sdl/model/paths";
import { differingExcerpts } from "./difference.js";
import { COLUMNS, countText, wrapText } from "./layout.js";
import { shortenList } from "./names-text.js";

interface Place {
  readonly name: string;
  readonly file: string;
}

type PlaceWithLine = Place & { readonly line: number };

/** A break as sent: empty lists are left out. */
export interface SentBreak extends Omit<PackedBreak, "unchangedUsers" | "breakage" | "signatureDiff"> {
  readonly signatureDiff?: { readonly before: string; readonly after: string } | undefined;
  readonly unchangedUsers?: readonly PlaceWithLine[] | undefined;
}

const MAX = { breaks: 20, users: 4, companions: 5, targets: 3 };
const INDENT = "    ";
/** Deeper than a continued line. */
const DETAIL = "      ";

/** @param count number of breaks, if fewer are sent */
export function breakLines(breaks: readonly SentBreak[] = [], count = breaks.length): string[] {
  if (breaks.length === 0) return [];
  const shown = breaks.slice(0, MAX.breaks);
  const rest = count - shown.length;
  return [
    "",
    "What breaks for its users:",
    ...shown.flatMap(linesOfBreak),
    ...(rest > 0 ? [`  and ${countText(rest, "further break")}`] : []),
  ];
}

function linesOfBreak({ name, file, line, changes, isPublic, signatureDiff, unchangedUsers }: SentBreak): string[] {
  const what = [...changes, ...(isPublic ? [] : ["not public"])].join("; ");
  if (name === file) return wrapText(`${file} ${what}`, "  ");
  return [
    ...wrapText(`${name} (${placeText(file, line)}) ${what}`, "  "),
    ...(signatureDiff === undefined ? [] : excerptLines(signatureDiff)),
    ...userLines(unchangedUsers),
  ];
}

function excerptLines({ before, after }: { readonly before: string; readonly after: string }): string[] {
  const excerpts = differingExcerpts(before, after, COLUMNS - `${DETAIL}was: `.length);
  return [`${DETAIL}was: ${excerpts.before}`, `${DETAIL}now: ${excerpts.after}`];
}

function userLines(users: readonly PlaceWithLine[] = []): string[] {
  if (users.length === 0) return [];
  const rest = users.length - MAX.users;
  const named = users.slice(0, MAX.users).map(({ name, file, line }) => `${name} (${placeText(file, line)})`);
  const list = [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
  return wrapText(`${countText(users.length, "user")} that did not change: ${list}`, DETAIL);
}

/** Symbols that usually change in the same commits and did not. */
export function companionLines(companions: readonly Place[] = []): string[] {
  if (companions.length === 0) return [];
  const places = companions.map(({ name, file }) => (name === file ? file : `${name} (${file})`));
  return ["", ...wrapText(`Symbols that usually change in the same commits: ${shortenList(places, MAX.companions)}`)];
}

/** Tests of one kind, with the changed symbols that they cover. */
export interface SentTest {
  readonly type: "linked" | "dependent" | "changed";
  readonly files: readonly string[];
  readonly targets: readonly string[];
}

const TEST_HEADINGS: readonly (readonly [SentTest["type"], string])[] = [
  ["linked", "test changed symbols"],
  ["dependent", "depend on changed symbols"],
  ["changed", "are changed themselves"],
];

/** A section with the tests to run, grouped by what they do with the changed symbols. */
export function testLines(tests: readonly SentTest[]): string[] {
  if (tests.length === 0) return [];
  const groups = TEST_HEADINGS.flatMap(([type, heading]) => {
    const ofType = tests.filter((test) => test.type === type);
    return ofType.length === 0 ? [] : [`  These ${heading}:`, ...ofType.flatMap(testLine)];
  });
  return ["", "Tests to run, nearest first:", ...groups];
}

function testLine({ files, targets }: SentTest): string[] {
  const about = targets.length === 0 ? "" : `  ${shortenList(targets, MAX.targets)}`;
  return wrapText(`${files.join(", ")}${about}`, INDENT);
}

/**
 * Note at the end of a text on where its masked values are, so that a reader can read them in the file. Knows the location fields of answers; knows
 * no actions.
 */
import { placeText } from "@sdl/model/paths";
import { FILLER_HEAD } from "@sdl/model/text";
import { countText } from "./layout.js";

/**
 * Matches filler with the characters before it in the same word. Ordinary code may begin like filler; real filler continues, or a quote closes it.
 */
const FILLER = new RegExp(`[^\\s*]{0,12}${FILLER_HEAD.replace("*", "\\*")}(?=[*"'\`])`, "g");
/** Maximum locations listed. */
const MAX_PLACES = 5;

interface Where {
  readonly file?: string | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

/** Adds the note if the text contains filler and the answer states its file. @param answer the answer that the text shows */
export function addMaskedNote(text: string, answer: object): string {
  if (!text.includes(FILLER_HEAD) || NOTE.test(text)) return text;
  const places = new Set<string>();
  collect(answer, {}, (word, place) => {
    if (text.includes(word)) places.add(place);
  });
  return places.size === 0 ? text : `${text.trimEnd()}\n${noteOf([...places])}\n`;
}

/** Notes already in the text: parts of an answer may have been written with their own. */
const NOTE = /^(?:A value is|Values are) masked: /m;

function noteOf(places: readonly string[]): string {
  const rest = places.length - MAX_PLACES;
  const more = rest > 0 ? ` and ${countText(rest, "more place")}` : "";
  return `${places.length === 1 ? "A value is" : "Values are"} masked: ${places.slice(0, MAX_PLACES).join(", ")}${more}`;
}

type Found = (word: string, place: string) => void;

/** Recursion is bounded, because answers are nested only as deep as their schemas. */
function collect(value: unknown, where: Where, found: Found): void {
  if (typeof value !== "object" || value === null) return;
  const around = Array.isArray(value) ? where : locationOf(value as Fields, where);
  for (const field of Object.values(value)) {
    if (typeof field === "string") collectFrom(field, around, { isCode: isCode(value, field), found });
    else collect(field, around, found);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Location of an object; fields that it does not have are taken from the enclosing object. */
function locationOf(fields: Fields, around: Where): Where {
  const { range, line } = fields;
  const file = typeof fields["file"] === "string" ? fields["file"] : undefined;
  const { startLine = line, endLine } = (typeof range === "object" && range !== null ? range : fields) as Fields;
  if (typeof startLine !== "number") return file === undefined ? around : { file };
  return { file: file ?? around.file, startLine, endLine: typeof endLine === "number" ? endLine : startLine };
}

/** Whether a text consists of consecutive source lines from `startLine` on. */
function isCode(value: object, field: string): boolean {
  const { text, code } = value as Fields;
  return ("startLine" in value && field === text) || ("range" in value && field === code);
}

function collectFrom(text: string, where: Where, { isCode, found }: { isCode: boolean; found: Found }): void {
  if (where.file === undefined || !text.includes(FILLER_HEAD)) return;
  for (const { 0: word, index } of text.matchAll(FILLER)) {
    const line = (where.startLine ?? 0) + (text.slice(0, index).split("\n").length - 1);
    found(word, isCode ? placeText(where.file, line) : wherePlace(where));
  }
}

/** `src/a.ts:12`; `src/a.ts:12-20` if the line is unknown. */
function wherePlace({ file = "", startLine, endLine }: Where): string {
  return startLine === undefined ? file : placeText(file, startLine, endLine);
}

/** Differences of two declarations of a symbol as phrases: only the parts that changed. */

/** A declaration: the text before the parameters, the parameters, the return type. */
interface DeclarationParts {
  readonly head: string;
  readonly parameters: readonly string[];
  readonly result: string;
}

/** @returns one phrase per changed part, such as `adds ctx: Context` or `returns A → B` */
export function declarationDifferences(before: string, after: string): string[] {
  const [was, now] = [declarationParts(before), declarationParts(after)];
  if (was === undefined || now === undefined) return [changePhrase(differingWords(before, after))];
  const phrases = [
    ...(was.head === now.head ? [] : [changePhrase(differingWords(was.head, now.head))]),
    ...parameterDifferences(was.parameters, now.parameters),
    ...(was.result === now.result ? [] : [resultDifference(was.result, now.result)]),
  ];
  return phrases.length === 0 ? [changePhrase(differingWords(before, after))] : phrases;
}

/** `undefined` if the declaration has no parameter list. */
function declarationParts(text: string): DeclarationParts | undefined {
  const open = text.indexOf("(");
  const close = open < 0 ? -1 : closingBracket(text, open);
  if (close < 0) return undefined;
  return {
    head: text.slice(0, open).trim(),
    parameters: splitTopLevel(text.slice(open + 1, close)),
    result: text.slice(close + 1).trim(),
  };
}

const OPENING = "([{<";
const CLOSING = ")]}>";

function depthStep(text: string, at: number): number {
  const character = text.charAt(at);
  if (OPENING.includes(character)) return 1;
  // `=>` and `->` are no closing brackets.
  const isArrow = character === ">" && (text[at - 1] === "=" || text[at - 1] === "-");
  return CLOSING.includes(character) && !isArrow ? -1 : 0;
}

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    depth += depthStep(text, at);
    if (depth === 0) return at;
  }
  return -1;
}

/** Splits at commas outside of brackets. */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    depth += depthStep(text, at);
    if (text[at] !== "," || depth !== 0) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== "");
}

/** Compares parameters by name. */
function parameterDifferences(before: readonly string[], after: readonly string[]): string[] {
  const [was, now] = [mapByName(before), mapByName(after)];
  const added = [...now].flatMap(([name, text]) => (was.has(name) ? [] : [text]));
  const removed = [...was].flatMap(([name, text]) => (now.has(name) ? [] : [text]));
  const changed = [...was].flatMap(([name, text]) => {
    const other = now.get(name);
    return other === undefined || other === text ? [] : [changePhrase(changedWords(text, other))];
  });
  const phrases = [
    ...(added.length === 0 ? [] : [`adds ${added.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`drops ${removed.join(", ")}`]),
    ...changed,
  ];
  const isReordered = phrases.length === 0 && before.join() !== after.join();
  return isReordered ? [`order ${[...was.keys()].join(", ")} → ${[...now.keys()].join(", ")}`] : phrases;
}

function mapByName(parameters: readonly string[]): ReadonlyMap<string, string> {
  return new Map(parameters.map((text) => [/^[^\s:=?]+/.exec(text)?.[0] ?? text, text]));
}

const RESULT_SIGN = /^(?:->|=>|:)\s*/;

function resultDifference(before: string, after: string): string {
  if (before === "") return `returns ${after.replace(RESULT_SIGN, "")}`;
  const words = changedWords(before.replace(RESULT_SIGN, ""), after.replace(RESULT_SIGN, ""));
  return after === "" ? `no longer declares the return type ${words.before}` : `returns ${changePhrase(words)}`;
}

/** The parts of two texts that differ. */
export interface DifferingParts {
  readonly before: string;
  readonly after: string;
}

/**
 * Both texts, cut to a width so that what differs is seen: around it as much of the common text as there is room for, `…` for the rest. Texts whose
 * difference is longer than the width are cut at its end.
 */
export function differingExcerpts(before: string, after: string, columns: number): DifferingParts {
  const [was, now] = [before.replace(/\s+/g, " "), after.replace(/\s+/g, " ")];
  if (Math.max(was.length, now.length) <= columns) return { before: was, after: now };
  const { start, end } = countCommonEnds(splitWords(was), splitWords(now));
  const excerpt = (text: string): string => {
    const words = splitWords(text);
    const head = words.slice(0, start).join("");
    const middle = words.slice(start, words.length - end).join("");
    const tail = words.slice(words.length - end).join("");
    // Two thirds of the room show what leads to the difference.
    const room = Math.max(0, columns - middle.length - 2);
    const before = lastCharacters(head, Math.max(Math.ceil((room * 2) / 3), room - tail.length));
    const rest = firstCharacters(middle + tail, columns - before.length);
    return before + rest;
  };
  return { before: excerpt(was), after: excerpt(now) };
}

function firstCharacters(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`;
}

function lastCharacters(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(text.length - Math.max(0, length - 1))}`;
}

function changePhrase({ before, after }: DifferingParts): string {
  if (before === "") return `adds ${after}`;
  return after === "" ? `drops ${before}` : `${before} → ${after}`;
}

/** Maximum length, in characters, of texts that are shown in full. */
const SHORT = 60;

/** Short texts in full; of longer texts only the differing words, with `…` for the others. */
function changedWords(before: string, after: string): DifferingParts {
  if (Math.max(before.length, after.length) <= SHORT) return { before, after };
  const words = differingWords(before, after);
  const isPlain = words.before === "" || words.after === "";
  return isPlain ? { before, after } : { before: `…${words.before}…`, after: `…${words.after}…` };
}

/** Removes the words that both texts begin and end with. */
function differingWords(before: string, after: string): DifferingParts {
  const [was, now] = [splitWords(before), splitWords(after)];
  const { start, end } = countCommonEnds(was, now);
  const middle = (words: readonly string[]) =>
    words
      .slice(start, words.length - end)
      .join("")
      .trim();
  return { before: middle(was), after: middle(now) };
}

/** Numbers of words that both begin and end with. */
function countCommonEnds(
  was: readonly string[],
  now: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(was.length, now.length);
  let start = 0;
  while (start < most && was[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && was.at(-1 - end) === now.at(-1 - end)) end++;
  return { start, end };
}

function splitWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_$.]+|\s+|[^\p{L}\p{N}_$.\s]/gu) ?? [];
}

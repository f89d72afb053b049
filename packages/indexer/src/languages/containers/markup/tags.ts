/**
 * Scanner of tags in HTML-like markup: names, attributes, comments. Knows no format. Linear in the text; malformed
 * markup is normal input. Offsets are half-open.
 */
import { codeEnd } from "./code-end.js";

/** An attribute, and its value without quotes. */
export interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  /** Both are {@link nameEnd} where there is no value. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** `"`, `'`, a backtick, `{` for code, or empty. */
  readonly quote: string;
}

/** An opening or closing tag. */
export interface Tag {
  readonly name: string;
  /** Offset of `<`. */
  readonly start: number;
  readonly nameStart: number;
  /** Offset after `>`. */
  readonly end: number;
  readonly isClosing: boolean;
  /** Whether nothing follows that belongs to it: `<br>`, `<a/>`. */
  readonly isEmpty: boolean;
  readonly attributes: readonly Attribute[];
}

const VOID = new Set(
  "area base br col command embed hr img input keygen link meta param source track wbr !doctype".split(" "),
);
const NAME_START = /[A-Za-z!]/;
const NAME = /[^\s/>{"'=<]/;

/**
 * Reads the tag at `<`. A tag that does not end reaches to the text's end, so that nothing is read twice.
 * @param hasCode whether `{…}` stands for code in attributes
 * @returns `undefined` if there is no tag
 */
export function readTag(text: string, start: number, hasCode: boolean): Tag | undefined {
  const isClosing = text[start + 1] === "/";
  const nameStart = start + (isClosing ? 2 : 1);
  const isFragment = hasCode && text[nameStart] === ">";
  if (!isFragment && !NAME_START.test(text[nameStart] ?? "")) return undefined;
  const nameEnd = endOfName(text, nameStart);
  const name = text.slice(nameStart, nameEnd);
  const { attributes, end, closesItself } = readAttributes(text, nameEnd, hasCode);
  const isEmpty = closesItself || VOID.has(name.toLowerCase());
  return { name, start, nameStart, end, isClosing, isEmpty, attributes };
}

/** Reads the attributes of a tag, and its end. */
function readAttributes(
  text: string,
  from: number,
  hasCode: boolean,
): Pick<Tag, "attributes" | "end"> & { readonly closesItself: boolean } {
  const attributes: Attribute[] = [];
  let at = from;
  while (at < text.length) {
    const unit = text[at] as string;
    if (unit === ">") return { attributes, end: at + 1, closesItself: at > from && text[at - 1] === "/" };
    if (/[\s/"'<=]/.test(unit)) {
      at++;
      continue;
    }
    const attribute = readAttribute(text, at, hasCode);
    if (attribute === undefined) break;
    attributes.push(attribute);
    at = Math.max(attribute.start + 1, attribute.valueEnd + (attribute.quote === "" ? 0 : 1));
  }
  return { attributes, end: text.length, closesItself: true };
}

/** The offset after the comment at `<!--`; the text's end if it stays open. */
export function commentEnd(text: string, start: number): number {
  const close = text.indexOf("-->", start + 4);
  return close < 0 ? text.length : close + 3;
}

/** The offset of `</name`, in any case; the text's end if it is missing. */
export function closingTag(text: string, name: string, from: number): number {
  const found = new RegExp(`</${name.replace(/[^\w-]/g, "\\$&")}(?=[\\s/>])`, "gi");
  found.lastIndex = from;
  return found.exec(text)?.index ?? text.length;
}

/** The value of an attribute; empty if it has none, `undefined` if it is missing. */
export function attributeText(text: string, tag: Tag, name: string): string | undefined {
  const found = tag.attributes.find((attribute) => attribute.name === name);
  return found === undefined ? undefined : text.slice(found.valueStart, found.valueEnd);
}

function endOfName(text: string, start: number): number {
  let at = start;
  while (at < text.length && NAME.test(text[at] as string)) at++;
  return at;
}

/** Reads an attribute; `undefined` if its value does not end. */
function readAttribute(text: string, start: number, hasCode: boolean): Attribute | undefined {
  if (hasCode && text[start] === "{") return valued(text, { start, nameEnd: start, at: start, hasCode });
  let nameEnd = start;
  // A name may hold brackets and braces: `:[key]`, `@click`, `[(value)]`.
  while (nameEnd < text.length && !/[\s/>="']/.test(text[nameEnd] as string)) nameEnd++;
  if (nameEnd === start) nameEnd++;
  let at = nameEnd;
  while (/\s/.test(text[at] ?? "")) at++;
  if (text[at] !== "=") return noValue(text, start, nameEnd);
  at++;
  while (/\s/.test(text[at] ?? "")) at++;
  return valued(text, { start, nameEnd, at, hasCode });
}

function noValue(text: string, start: number, nameEnd: number): Attribute {
  const name = text.slice(start, nameEnd);
  return { name, start, nameEnd, valueStart: nameEnd, valueEnd: nameEnd, quote: "" };
}

interface ValuePlace {
  readonly start: number;
  readonly nameEnd: number;
  /** Where the value starts, with its quote. */
  readonly at: number;
  readonly hasCode: boolean;
}

function valued(text: string, { start, nameEnd, at, hasCode }: ValuePlace): Attribute | undefined {
  const name = text.slice(start, nameEnd);
  const unit = text[at] ?? "";
  const quote = unit === '"' || unit === "'" || (hasCode && (unit === "{" || unit === "`")) ? unit : "";
  const valueStart = quote === "" ? at : at + 1;
  const valueEnd = valueEndOf(text, quote, valueStart, hasCode);
  return valueEnd < 0 ? undefined : { name, start, nameEnd, valueStart, valueEnd, quote };
}

/** The offset after a value, of its closing quote if it has one; -1 if the quote is missing. */
function valueEndOf(text: string, quote: string, start: number, hasCode: boolean): number {
  if (quote === '"' || quote === "'") return quotedEnd(text, start, quote, hasCode);
  if (quote === "`") return templateEnd(text, start);
  if (quote === "{") {
    const end = codeEnd(text, start, { end: text.length });
    return end >= text.length ? -1 : end;
  }
  let end = start;
  while (end < text.length && !/[\s>]/.test(text[end] as string)) end++;
  return end;
}

/** The offset of the closing quote. Code in braces may hold the quote. */
function quotedEnd(text: string, from: number, quote: string, hasCode: boolean): number {
  let at = from;
  while (hasCode && at < text.length && text[at] !== quote) {
    const end = text[at] === "{" ? codeEnd(text, at + 1, { end: text.length }) : at;
    if (end < 0 || end >= text.length) break;
    at = end + 1;
  }
  return text.indexOf(quote, at);
}

/** The offset of the backtick that ends a template literal. @param start after its first one */
function templateEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== "`") at += text[at] === "\\" ? 2 : 1;
  return at < text.length ? at : -1;
}

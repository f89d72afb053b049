/**
 * Reader of Astro components: TypeScript between fences, then markup with code in braces, which holds markup again.
 * Source: Astro's template syntax reference.
 */
import type { ComponentFormat } from "../component.js";
import { Blanked } from "./blanked.js";
import { scriptLanguage } from "./blocks.js";
import type { ContainerSource, OtherRegion } from "./container.js";
import { codeEnd } from "./markup/code-end.js";
import { type Attribute, closingTag, commentEnd, readTag, type Tag } from "./markup/tags.js";
import { TemplateText } from "./markup/template-text.js";

const FORMAT: ComponentFormat = {
  findsByName: false,
  exportsProperties: false,
  propertiesType: "Props",
  valuePrefix: undefined,
};

/** Reads an `.astro` file. */
export function readAstro(source: string): ContainerSource {
  return new AstroFile(source).read();
}

const FENCE = /^[ \t]*---/gm;
const MARK = /[<{]/g;
/** Deepest nesting of markup in code in markup; deeper code is left out. */
const MAX_DEPTH = 40;

class AstroFile {
  private readonly out: Blanked;
  private readonly template: TemplateText;
  private readonly others: OtherRegion[] = [];
  /** Start of the markup being read; -1 between parts. */
  private part = -1;
  private depth = 0;
  /** Whether an element in code has no end: then no further one is looked for, which would read the rest again. */
  private isBroken = false;

  constructor(private readonly source: string) {
    this.out = new Blanked(source);
    this.template = new TemplateText(source, this.out);
  }

  read(): ContainerSource {
    const { source, template } = this;
    this.readMarkup(this.readFrontmatter());
    this.endPart(source.length);
    const { parts, tags, scopes } = template;
    const component = { parts, tags, scopes, format: FORMAT };
    return { language: "typescript", text: this.out.toString(), component, others: this.others };
  }

  /** @returns the offset after the frontmatter */
  private readFrontmatter(): number {
    const { source, out } = this;
    const fence = new RegExp(FENCE);
    const open = fence.exec(source);
    if (open === null || !isBlank(source.slice(0, open.index))) return 0;
    const start = open.index + open[0].length;
    const close = fence.exec(source);
    const end = close?.index ?? source.length;
    out.keep(start, end);
    out.put(end, ";");
    return close === null ? source.length : end + close[0].length;
  }

  private readMarkup(from: number): void {
    const { source } = this;
    const mark = new RegExp(MARK);
    mark.lastIndex = from;
    for (let found = mark.exec(source); found !== null; found = mark.exec(source)) {
      const at = found.index;
      if (source.startsWith("<!--", at)) {
        mark.lastIndex = commentEnd(source, at);
        continue;
      }
      const tag = found[0] === "<" ? readTag(source, at, true) : undefined;
      if (found[0] === "<" && tag === undefined) continue;
      if (tag !== undefined && !tag.isClosing && isRaw(tag)) {
        mark.lastIndex = this.readRaw(tag);
        continue;
      }
      this.startPart(at);
      mark.lastIndex = tag === undefined ? this.readCode(at) : tag.end;
      if (tag !== undefined) this.readTag(tag);
    }
  }

  private startPart(at: number): void {
    if (this.part >= 0) return;
    this.part = at;
    this.template.openPart(at);
  }

  private endPart(end: number): void {
    if (this.part < 0) return;
    const last = this.part + this.source.slice(this.part, end).trimEnd().length;
    this.template.closePart(Math.max(this.part + 1, last - 1));
    this.others.push({ start: this.part, end: last, what: "template" });
    this.part = -1;
  }

  /** Keeps the code of a client script, in a block of its own, since it is a module of its own. @returns the offset after it */
  private readRaw(tag: Tag): number {
    const { source, out } = this;
    const close = closingTag(source, tag.name, tag.end);
    const end = source.indexOf(">", close) + 1 || source.length;
    this.endPart(tag.start);
    if (tag.name === "script" && scriptLanguage(source, tag) !== undefined) {
      out.put(tag.start, ";{");
      out.keep(tag.end, close);
      out.put(close, "}");
    } else this.others.push({ start: tag.start, end, what: tag.name });
    return end;
  }

  private readTag({ isClosing, name, nameStart, attributes }: Tag): void {
    if (isClosing) return;
    if (/^\p{Lu}|^[\p{L}_$][\p{L}\p{N}_$]*\./u.test(name)) this.template.tag(nameStart, nameStart + name.length, name);
    for (const attribute of attributes) this.readAttribute(attribute);
  }

  private readAttribute({ valueStart, valueEnd, quote }: Attribute): void {
    const { source, template } = this;
    if (quote === "`") template.expression(valueStart - 1, valueEnd + 1);
    if (quote !== "{") return;
    const spread = /^\s*\.\.\./.exec(source.slice(valueStart, valueStart + 20))?.[0].length ?? 0;
    template.expression(valueStart + spread, valueEnd);
  }

  /** Reads `{code}`, in which markup may stand. @param start offset of the brace @returns the offset after it */
  private readCode(start: number): number {
    const { source, out } = this;
    const inner: { readonly start: number; readonly end: number }[] = [];
    const end = codeEnd(source, start + 1, {
      end: source.length,
      markup: (at) => {
        const after = this.readElement(at);
        if (after !== undefined) inner.push({ start: at, end: after });
        return after;
      },
    });
    if (end < 0 || end >= source.length) return source.length;
    if (out.isFree(start)) out.put(start, ",");
    let from = start + 1;
    for (const element of inner) {
      out.keep(from, element.start);
      from = element.end;
    }
    out.keep(from, end);
    out.put(end, ",");
    return end + 1;
  }

  /** Reads an element inside code, as an array, or a comment. @returns the offset after it; `undefined` if there is none */
  private readElement(start: number): number | undefined {
    const { source, out } = this;
    if (source.startsWith("<!--", start)) return commentEnd(source, start);
    if (this.depth >= MAX_DEPTH || this.isBroken || readTag(source, start, true) === undefined) return undefined;
    out.put(start, "[");
    this.depth++;
    const end = this.readContent(start);
    this.depth--;
    if (end === undefined) this.isBroken = true;
    else out.put(end - 1, "]");
    return end;
  }

  /** Reads tags and code until the first element ends. @returns the offset after it; `undefined` if it does not end */
  private readContent(start: number): number | undefined {
    const { source } = this;
    let level = 0;
    const mark = new RegExp(MARK);
    mark.lastIndex = start;
    for (let found = mark.exec(source); found !== null; found = mark.exec(source)) {
      const at = found.index;
      const tag = found[0] === "<" ? readTag(source, at, true) : undefined;
      mark.lastIndex = this.readMark(at, tag);
      level += tag === undefined ? 0 : levelChange(tag);
      if (tag !== undefined && level <= 0) return tag.end;
    }
    return undefined;
  }

  /** Reads a tag, a comment or code. @returns the offset after it */
  private readMark(at: number, tag: Tag | undefined): number {
    const { source } = this;
    if (source[at] === "{") return this.readCode(at);
    if (source.startsWith("<!--", at)) return commentEnd(source, at);
    if (tag === undefined) return at + 1;
    this.readTag(tag);
    return isRaw(tag) && !tag.isClosing ? closingTag(source, tag.name, tag.end) : tag.end;
  }
}

/** By how much a tag changes the number of open elements. */
function levelChange({ isEmpty, isClosing }: Tag): number {
  if (isEmpty) return 0;
  return isClosing ? -1 : 1;
}

/** Whether a text holds nothing but comments. */
function isBlank(text: string): boolean {
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, "").trim() === "";
}

/** Whether an element's content is no markup. */
function isRaw({ name, isEmpty }: Tag): boolean {
  return (name === "script" || name === "style") && !isEmpty;
}

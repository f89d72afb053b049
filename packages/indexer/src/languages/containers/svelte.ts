/**
 * Reader of Svelte components: scripts, a style, and markup around them with code in braces, in Svelte 3 to 5.
 * Source: Svelte's reference of template syntax.
 */
import type { GrammarLanguage } from "@sdl/model/facts";
import type { ComponentFormat } from "../component.js";
import { Blanked } from "./blanked.js";
import { commonLanguage, keepScript, scriptLanguage } from "./blocks.js";
import type { ContainerSource, OtherRegion } from "./container.js";
import { codeEnd } from "./markup/code-end.js";
import { type Attribute, closingTag, commentEnd, readTag, type Tag } from "./markup/tags.js";
import { patternNames, TemplateText } from "./markup/template-text.js";

const FORMAT: ComponentFormat = {
  findsByName: false,
  exportsProperties: true,
  propertiesType: undefined,
  valuePrefix: "$",
};

/** Reads a `.svelte` file. */
export function readSvelte(source: string): ContainerSource {
  return new SvelteFile(source).read();
}

/** Directives whose value is code, and whose name after the colon is a name of the script. */
const NAMED_DIRECTIVE = /^(?:use|transition|in|out|animate):(?=[\p{L}_$])/u;
const MARK = /[<{]/g;

class SvelteFile {
  private readonly out: Blanked;
  private readonly template: TemplateText;
  private readonly others: OtherRegion[] = [];
  private readonly languages: GrammarLanguage[] = [];
  /** Start of the markup being read; -1 between parts. */
  private part = -1;
  /** For each open element that is not empty, its name and whether it opened a scope. */
  private readonly open: { readonly name: string; readonly scopes: number }[] = [];

  constructor(private readonly source: string) {
    this.out = new Blanked(source);
    this.template = new TemplateText(source, this.out);
  }

  read(): ContainerSource {
    const { source, template } = this;
    const mark = new RegExp(MARK);
    for (let found = mark.exec(source); found !== null; found = mark.exec(source)) {
      const at = found.index;
      if (source.startsWith("<!--", at)) mark.lastIndex = commentEnd(source, at);
      else if (found[0] === "{") mark.lastIndex = this.readBlock(at);
      else mark.lastIndex = this.readElement(at);
    }
    this.endPart(source.length);
    if (template.parts.size === 0) this.addAnchor();
    const { parts, tags, scopes } = template;
    const component = { parts, tags, scopes, format: FORMAT };
    const language = commonLanguage(this.languages) === "javascript" ? "javascript" : "typescript";
    return { language, text: this.out.toString(), component, others: this.others };
  }

  /** A component without markup is declared where its file ends. */
  private addAnchor(): void {
    const { source, template } = this;
    const close = source.lastIndexOf("</");
    if (close < 0) return;
    template.openPart(close + 1);
    template.closePart(close + 2);
  }

  private startPart(at: number): void {
    if (this.part >= 0) return;
    this.part = at;
    this.template.openPart(at);
  }

  /** @param end offset after the part's last unit */
  private endPart(end: number): void {
    if (this.part < 0) return;
    const { source } = this;
    const last = this.part + source.slice(this.part, end).trimEnd().length;
    this.template.closePart(Math.max(this.part + 1, last - 1));
    this.others.push({ start: this.part, end: last, what: "template" });
    this.part = -1;
  }

  /** @returns where to go on */
  private readElement(at: number): number {
    const { source } = this;
    const tag = readTag(source, at, true);
    if (tag === undefined) return at + 1;
    const isTop = this.open.length === 0;
    if ((tag.name === "script" || tag.name === "style") && !tag.isClosing && !tag.isEmpty) {
      const close = closingTag(source, tag.name, tag.end);
      const end = source.indexOf(">", close) + 1 || source.length;
      if (isTop) this.readTopBlock(tag, close, end);
      return end;
    }
    this.startPart(at);
    if (tag.isClosing) this.closeElement(tag);
    else this.openElement(tag);
    return tag.end;
  }

  private readTopBlock(tag: Tag, close: number, end: number): void {
    const language = tag.name === "script" ? scriptLanguage(this.source, tag) : undefined;
    this.endPart(tag.start);
    if (language === undefined) this.others.push({ start: tag.start, end, what: tag.name });
    else {
      this.languages.push(language);
      keepScript(this.out, tag, close);
    }
  }

  private openElement(tag: Tag): void {
    const { template } = this;
    const { attributes, name } = tag;
    let scopes = 0;
    const declared = attributes.filter((attribute) => attribute.name.startsWith("let:"));
    for (const { start } of declared.slice(0, 1)) if (template.openScope(start - 1, this.letNames(declared))) scopes++;
    if (/^[\p{Lu}]|^[\p{L}_$][\p{L}\p{N}_$]*\./u.test(name))
      template.tag(tag.nameStart, tag.nameStart + name.length, name);
    for (const attribute of attributes) this.readAttribute(attribute);
    if (!tag.isEmpty) this.open.push({ name, scopes });
    else if (scopes > 0) template.closeScope(tag.end - 1);
  }

  private letNames(declared: readonly Attribute[]): string[] {
    return declared.flatMap(({ name, valueStart, valueEnd }) =>
      valueEnd > valueStart ? patternNames(this.source.slice(valueStart, valueEnd)) : [name.slice("let:".length)],
    );
  }

  private closeElement(tag: Tag): void {
    const { open } = this;
    let index = open.length - 1;
    while (index >= 0 && open[index]?.name !== tag.name) index--;
    if (index < 0) return;
    let at = tag.start;
    for (const { scopes } of open.splice(index)) if (scopes > 0 && at < tag.end) this.template.closeScope(at++);
  }

  private readAttribute({ name, start, nameEnd, valueStart, valueEnd, quote }: Attribute): void {
    const { source, template } = this;
    if (name.startsWith("let:")) return;
    const directive = NAMED_DIRECTIVE.exec(name)?.[0] ?? (/^(?:bind|class|style):/.exec(name) ?? [""])[0];
    const hasValue = valueEnd > valueStart;
    if (directive !== "" && (!hasValue || NAMED_DIRECTIVE.test(name)))
      template.expression(start + directive.length, nameEnd);
    if (quote === "{") template.expression(valueStart + spreadLength(source, valueStart), valueEnd);
    else if (quote !== "`") this.readQuoted(valueStart, valueEnd);
  }

  /** Reads `a {code} b`. */
  private readQuoted(start: number, end: number): void {
    const { source, template } = this;
    for (let at = source.indexOf("{", start); at >= 0 && at < end; at = source.indexOf("{", at)) {
      const close = codeEnd(source, at + 1, { end });
      if (close < 0 || close >= end) return;
      template.expression(at + 1, close);
      at = close + 1;
    }
  }

  /** Reads `{code}`, `{#each …}`, `{/each}` and the like. @returns the offset after it */
  private readBlock(start: number): number {
    const { source } = this;
    this.startPart(start);
    const end = codeEnd(source, start + 1, { end: source.length });
    if (end < 0 || end >= source.length) return source.length;
    const [head = "", mark = "", word = ""] = /^\s*([#:/@]?)\s*(\w*)/.exec(source.slice(start + 1, end)) ?? [];
    const from = start + 1 + head.length;
    if (mark === "#") this.openBlock(word, { start, from, end });
    else if (mark === ":") this.continueBlock(word, { start, from, end });
    else if (mark === "/") this.closeBlock(word, start);
    else if (mark !== "@") this.template.expression(start + 1, end);
    else if (word === "const") this.template.expression(Math.max(from, source.indexOf("=", from) + 1), end);
    else this.template.expression(from, end);
    return end + 1;
  }

  private openBlock(word: string, { start, from, end }: BlockPlace): void {
    const { source, template } = this;
    const code = source.slice(from, end);
    if (word === "each") {
      const as = code.lastIndexOf(" as ");
      template.openScope(start, as < 0 ? [] : patternNames(code.slice(as + 4).replace(/\([^()]*\)\s*$/, "")));
      template.expression(from, as < 0 ? end : from + as);
    } else if (word === "await") {
      const [, before = code, names = ""] = /^(.*?)\s(?:then|catch)\s(.*)$/s.exec(code) ?? [];
      template.openScope(start, patternNames(names));
      template.expression(from, from + before.length);
    } else if (word === "snippet") template.openScope(start, patternNames(code.slice(code.indexOf("(") + 1)));
    else template.expression(from, end);
  }

  private continueBlock(word: string, { start, from, end }: BlockPlace): void {
    if (word === "then" || word === "catch") {
      this.template.closeScope(start);
      this.template.openScope(start + 1, patternNames(this.source.slice(from, end)));
    } else if (word === "else") {
      const isIf = /^\s*if\b/.exec(this.source.slice(from, end));
      if (isIf !== null) this.template.expression(from + isIf[0].length, end);
    }
  }

  private closeBlock(word: string, start: number): void {
    if (word === "each" || word === "await" || word === "snippet") this.template.closeScope(start);
  }
}

/** Where the code of a block stands: after its word, up to the closing brace. */
interface BlockPlace {
  readonly start: number;
  readonly from: number;
  readonly end: number;
}

/** Length of `...` and the blanks before it. */
function spreadLength(source: string, at: number): number {
  return /^\s*(?:\.\.\.)?/.exec(source.slice(at, at + 20))?.[0].length ?? 0;
}

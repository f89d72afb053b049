/**
 * Reader of Vue's single-file components. Blocks: `<script>`, `<script setup>`, `<template>`; others hold no code.
 * Source: Vue's SFC syntax specification.
 */
import type { GrammarLanguage } from "@sdl/model/facts";
import { pascalCase } from "@sdl/model/paths";
import type { ComponentFormat } from "../component.js";
import { Blanked } from "./blanked.js";
import { commonLanguage, keepScript, scriptLanguage } from "./blocks.js";
import type { ContainerSource, OtherRegion } from "./container.js";
import { type Attribute, attributeText, closingTag, commentEnd, readTag, type Tag } from "./markup/tags.js";
import { patternNames, TemplateText } from "./markup/template-text.js";

const FORMAT: ComponentFormat = {
  findsByName: true,
  exportsProperties: false,
  propertiesType: undefined,
  valuePrefix: undefined,
};

/** Reads a `.vue` file. */
export function readVue(source: string): ContainerSource {
  return new VueFile(source).read();
}

class VueFile {
  private readonly out: Blanked;
  private readonly template: TemplateText;
  private readonly others: OtherRegion[] = [];
  private readonly languages: GrammarLanguage[] = [];
  /** Where a component without a template of its own is declared: in a tag of its script; -1 without a script. */
  private anchor = -1;

  constructor(private readonly source: string) {
    this.out = new Blanked(source);
    this.template = new TemplateText(source, this.out);
  }

  read(): ContainerSource {
    const { source, template, others } = this;
    for (let at = source.indexOf("<"); at >= 0; at = source.indexOf("<", at)) {
      if (source.startsWith("<!--", at)) at = commentEnd(source, at);
      else {
        const tag = readTag(source, at, false);
        at = tag === undefined ? at + 1 : this.readBlock(tag);
      }
    }
    if (template.parts.size === 0 && this.anchor >= 0) addEmptyPart(template, this.anchor);
    const { parts, tags, scopes } = template;
    const component = { parts, tags, scopes, format: FORMAT };
    return { language: commonLanguage(this.languages), text: this.out.toString(), component, others };
  }

  /** Reads the block of a tag at the top level. @returns the offset after it */
  private readBlock(tag: Tag): number {
    const { source, out } = this;
    if (tag.isClosing) return tag.end;
    const language = tag.name === "script" ? scriptLanguage(source, tag) : undefined;
    const close = tag.isEmpty ? tag.end : this.contentEnd(tag);
    const end = tag.isEmpty ? tag.end : source.indexOf(">", close) + 1 || source.length;
    if (language === undefined) this.others.push({ start: tag.start, end, what: tag.name });
    else {
      this.languages.push(language);
      keepScript(out, tag, close);
      this.anchor = anchorOf(tag, close);
    }
    return end;
  }

  /** The offset of a block's closing tag. */
  private contentEnd(tag: Tag): number {
    const { source, template } = this;
    const isMarkup = tag.name === "template" && (attributeText(source, tag, "lang") ?? "html") === "html";
    return isMarkup ? new VueTemplate(source, template).read(tag) : closingTag(source, tag.name, tag.end);
  }
}

/** Where a script's tags have room for a part: in the opening one, unless an import stands there. */
function anchorOf(tag: Tag, close: number): number {
  return 1 + (tag.attributes.some(({ name }) => name === "src") ? close : tag.start);
}

/** Adds a part without content. @param at offset inside a tag */
function addEmptyPart(template: TemplateText, at: number): void {
  template.openPart(at);
  template.closePart(at + 1);
  template.out.put(at + 2, ";");
}

/** An element that is open, and the number of scopes that its end closes. */
interface OpenElement {
  readonly name: string;
  readonly scopes: number;
}

class VueTemplate {
  private readonly open: OpenElement[] = [];

  constructor(
    private readonly source: string,
    private readonly text: TemplateText,
  ) {}

  /** Reads the block. @returns the offset of its closing tag, or the source's end */
  read(block: Tag): number {
    const { source, text } = this;
    text.openPart(block.start);
    this.open.push({ name: block.name, scopes: 0 });
    const mark = /<|\{\{/g;
    mark.lastIndex = block.end;
    for (let found = mark.exec(source); found !== null; found = mark.exec(source)) {
      mark.lastIndex = this.readMark(found.index);
      if (this.open.length > 0) continue;
      text.closePart(mark.lastIndex - 1);
      return found.index;
    }
    text.closePart(source.length - 1);
    return source.length;
  }

  /** Reads a tag, a comment or an interpolation. @returns the offset after it */
  private readMark(at: number): number {
    const { source } = this;
    if (source[at] === "{") return this.readInterpolation(at);
    if (source.startsWith("<!--", at)) return commentEnd(source, at);
    const tag = readTag(source, at, false);
    if (tag === undefined) return at + 1;
    if (!tag.isClosing) return this.openTag(tag);
    this.closeTag(tag);
    return tag.end;
  }

  /** Reads `{{ … }}`. @returns the offset after it */
  private readInterpolation(start: number): number {
    const end = this.source.indexOf("}}", start + 2);
    if (end < 0) return this.source.length;
    this.text.expression(start + 2, end);
    return end + 2;
  }

  /** @returns where to go on: after the content of elements that hold no markup */
  private openTag(tag: Tag): number {
    const { source, text } = this;
    let scopes = 0;
    for (const attribute of tag.attributes) if (this.readScope(attribute)) scopes++;
    if (/[A-Z.-]/.test(tag.name)) {
      const name = tag.name.includes(".") ? tag.name : pascalCase(tag.name);
      text.tag(tag.nameStart, tag.nameStart + tag.name.length, name);
    }
    for (const attribute of tag.attributes) this.readDirective(attribute);
    if (tag.isEmpty) {
      for (; scopes > 0; scopes--) text.closeScope(tag.end - scopes);
      return tag.end;
    }
    this.open.push({ name: tag.name, scopes });
    const isRaw = tag.name === "script" || tag.name === "style" || tag.name === "textarea";
    return isRaw ? closingTag(source, tag.name, tag.end) : tag.end;
  }

  /** Closes the innermost element of the name, and those inside it that lack their end. */
  private closeTag(tag: Tag): void {
    const { open } = this;
    let index = open.length - 1;
    while (index >= 0 && open[index]?.name !== tag.name) index--;
    if (index < 0) return;
    let at = tag.start;
    for (const { scopes } of open.splice(index)) {
      for (let i = 0; i < scopes && at < tag.end; i++) this.text.closeScope(at++);
    }
  }

  /** Opens the scope of an attribute that declares names. @returns whether it must be closed */
  private readScope({ name, start, valueStart, valueEnd }: Attribute): boolean {
    const { source, text } = this;
    if (valueEnd <= valueStart) return false;
    const value = source.slice(valueStart, valueEnd);
    if (name === "v-for") {
      const joint = /\s(?:in|of)\s/.exec(value);
      if (joint === null) return false;
      const isOpen = text.openScope(start - 1, patternNames(value.slice(0, joint.index)));
      text.expression(valueStart + joint.index + joint[0].length, valueEnd);
      return isOpen;
    }
    if (!/^(?:#|v-slot\b|slot-scope$)/.test(name)) return false;
    return text.openScope(start - 1, patternNames(value));
  }

  private readDirective({ name, start, nameEnd, valueStart, valueEnd }: Attribute): void {
    const { text } = this;
    if (/^(?:#|v-for$|v-slot\b|slot-scope$)/.test(name)) return;
    const isBound = /^(?:[:.@]|v-)/.test(name);
    if (!isBound) return;
    if (/^(?:@|v-on:)/.test(name)) text.statements(start, valueStart, valueEnd);
    else if (valueEnd > valueStart) text.expression(valueStart, valueEnd);
    else if (/^:[a-z]\w*$/i.test(name)) text.expression(start + 1, nameEnd);
  }
}

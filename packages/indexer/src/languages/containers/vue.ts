/**
 * Reader of Vue's single-file components. Blocks: `<script>`, `<script setup>`, `<template>`; others hold no code.
 * Source: Vue's SFC syntax specification.
 */
import type { GrammarLanguage } from "@sdl/model";
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
  const out = new Blanked(source);
  const template = new TemplateText(source, out);
  const others: OtherRegion[] = [];
  const languages: GrammarLanguage[] = [];
  let anchor = 0;
  for (let at = source.indexOf("<"); at >= 0; at = source.indexOf("<", at)) {
    if (source.startsWith("<!--", at)) {
      at = commentEnd(source, at);
      continue;
    }
    const tag = readTag(source, at, false);
    if (tag === undefined || tag.isClosing || tag.isEmpty) {
      at = tag?.end ?? at + 1;
      if (tag?.name === "script" && !tag.isClosing) keepScript(out, tag, tag.end);
      continue;
    }
    const isMarkup = tag.name === "template" && (attributeText(source, tag, "lang") ?? "html") === "html";
    const close = isMarkup ? new VueTemplate(source, template).read(tag) : closingTag(source, tag.name, tag.end);
    const end = blockEnd(source, close);
    const language = tag.name === "script" ? scriptLanguage(source, tag) : undefined;
    if (language === undefined) others.push({ start: at, end, what: tag.name });
    else {
      languages.push(language);
      keepScript(out, tag, close);
      anchor = anchorOf(tag, close);
    }
    at = end;
  }
  // A component without a template of its own is declared by its script's tag.
  if (template.parts.size === 0 && anchor > 0) addEmptyPart(template, anchor);
  const { parts, tags, scopes } = template;
  const component = { parts, tags, scopes, format: FORMAT };
  return { language: commonLanguage(languages), text: out.toString(), component, others };
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

/** The offset after the closing tag at `close`. */
function blockEnd(source: string, close: number): number {
  const end = source.indexOf(">", close);
  return end < 0 ? source.length : end + 1;
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
      const at = found.index;
      if (found[0] === "{{") mark.lastIndex = this.readInterpolation(at);
      else if (source.startsWith("<!--", at)) mark.lastIndex = commentEnd(source, at);
      else {
        const tag = readTag(source, at, false);
        if (tag === undefined) continue;
        mark.lastIndex = tag.isClosing ? tag.end : this.openTag(tag);
        if (!tag.isClosing || !this.closeTag(tag)) continue;
        text.closePart(tag.end - 1);
        return tag.start;
      }
    }
    text.closePart(source.length - 1);
    return source.length;
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

  /** Closes the innermost element of the name, and those inside it that lack their end. @returns whether it was the block */
  private closeTag(tag: Tag): boolean {
    const { open } = this;
    let index = open.length - 1;
    while (index >= 0 && open[index]?.name !== tag.name) index--;
    if (index < 0) return false;
    let at = tag.start;
    for (const { scopes } of open.splice(index)) {
      for (let i = 0; i < scopes && at < tag.end; i++) this.text.closeScope(at++);
    }
    return open.length === 0;
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

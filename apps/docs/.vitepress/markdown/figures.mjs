/**
 * Inlines drawings (`![text](images/NAME.svg)`) into the page, so that the site's light and dark colours apply. The
 * files have their own colours, for readers of the Markdown.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function figures(markdown, docs) {
  const image = markdown.renderer.rules.image;
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet("src") ?? "";
    if (!source.endsWith(".svg")) return image(tokens, index, options, env, self);
    const drawing = readFileSync(join(docs, dirname(env.relativePath ?? ""), decodeURI(source)), "utf8");
    const label = markdown.utils.escapeHtml(tokens[index].content);
    const svg = drawing
      .replace(/<title>.*?<\/title>\s*/s, "")
      .replace(/<style>.*?<\/style>\s*/s, "")
      .replace("<svg ", `<svg v-pre role="img" aria-label="${label}" `)
      .trim();
    // Narrow windows scroll it, also by keyboard.
    return `<span class="figure" tabindex="0" role="group" aria-label="Drawing">${svg}</span>`;
  };
}

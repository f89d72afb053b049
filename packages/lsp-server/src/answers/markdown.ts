/** Markdown formatting of text from a repository, which may contain any characters. Pure. */

/** @param file path of the code's file; its extension determines the language */
export function fencedCode(code: string, file: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${languageOf(file)}\n${code}\n${fence}`;
}

/** Escapes all characters with a meaning in Markdown. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function languageOf(file: string): string {
  if (/\.pyi?$/.test(file)) return "python";
  if (file.endsWith(".go")) return "go";
  const component = /\.(vue|svelte|astro)$/.exec(file)?.[1];
  if (component !== undefined) return component;
  return /\.[cm]?jsx?$/.test(file) ? "javascript" : "typescript";
}

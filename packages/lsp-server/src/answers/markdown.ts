/** Text of a repository in Markdown: it may hold anything. Pure. */

/** @param file the code's, which tells its language */
export function fencedCode(code: string, file: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${languageOf(file)}\n${code}\n${fence}`;
}

export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function languageOf(file: string): string {
  if (/\.pyi?$/.test(file)) return "python";
  return /\.[cm]?jsx?$/.test(file) ? "javascript" : "typescript";
}

/** Renders a summary as Markdown, JSON, or plain lines for a clipboard. */
import { placeText } from "@sdl/model/paths";
import type { KeySymbol, SummarySections } from "./sections.js";

/** The requested format of a summary. */
export type SummaryFormat = "markdown" | "json" | "clipboard";

/** Leaves out sections without entries. */
export function renderSummary(title: string, sections: SummarySections, format: SummaryFormat): string {
  if (format === "json") return JSON.stringify({ query: title, ...sections });
  const isMarkdown = format === "markdown";
  const parts = linesOf(sections, isMarkdown).filter(({ lines }) => lines.length > 0);
  const heading = isMarkdown ? `# ${oneLine(title)}` : oneLine(title);
  const blocks = parts.map(({ name, lines }) =>
    [isMarkdown ? `## ${name}` : `${name}:`, ...lines.map((line) => `- ${line}`)].join("\n"),
  );
  return [heading, ...blocks].join("\n\n");
}

function linesOf({ keySymbols, dependencyGraph, riskAreas, filesTouched }: SummarySections, isMarkdown: boolean) {
  const code = (text: string) => (isMarkdown ? `\`${text}\`` : text);
  return [
    { name: "Key symbols", lines: keySymbols.map((symbol) => symbolLine(symbol, code)) },
    {
      name: "Dependencies",
      lines: dependencyGraph.map(({ from, to, kind }) => `${code(from)} → ${code(to)} (${kind})`),
    },
    {
      name: "Risk areas",
      lines: riskAreas.map(({ name, file, line, reason }) => `${code(name)} (${placeText(file, line)}): ${reason}`),
    },
    { name: "Files", lines: filesTouched.map(({ file, symbols }) => `${file} (${symbols})`) },
  ];
}

function symbolLine({ name, kind, file, line, signature, summary }: KeySymbol, code: (text: string) => string): string {
  const shown = code(oneLine(signature ?? name));
  const isNamed = signature?.includes(name) ?? true;
  return `${isNamed ? "" : `${name}: `}${shown} (${kind}, ${placeText(file, line)})${summary === undefined ? "" : `: ${oneLine(summary)}`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

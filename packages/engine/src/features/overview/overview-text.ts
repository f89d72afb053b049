/** Text form of a repository overview: sizes, folders with their exports, hot spots, clusters, processes. */
import { placeText } from "@sdl/model/paths";
import type { TextStyle } from "../../contract/answer-form.js";
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { shortenList } from "../../text/names-text.js";
import { bytesText } from "../../text/quantities.js";

type Counts = Readonly<Record<string, number>>;

interface Directory {
  readonly path: string;
  readonly files: number;
  readonly symbols: number;
  readonly exportCount: number;
  readonly exports?: readonly string[] | undefined;
  readonly topByChurn?: readonly { readonly name: string; readonly churn30d: number }[] | undefined;
}

interface Place {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

interface Hotspots {
  readonly mostDepended?: readonly (Place & { readonly fanIn: number })[] | undefined;
  readonly largestFiles: readonly { readonly file: string; readonly bytes: number; readonly symbols: number }[];
  readonly mostChanged?: readonly { readonly file: string; readonly churn30d: number }[] | undefined;
}

/** An overview, as far as its text needs it. */
export interface OverviewAnswer extends TextBasis {
  readonly repoId: string;
  readonly stats: {
    readonly files: number;
    readonly symbols: number;
    readonly edges: number;
    readonly byLanguage?: Counts | undefined;
    readonly byKind?: Counts | undefined;
    readonly byEdgeKind?: Counts | undefined;
  };
  readonly directories?: readonly Directory[] | undefined;
  readonly truncation?: { readonly droppedDirectories: number } | undefined;
  readonly hotspots?: Hotspots | undefined;
  readonly clusterCount?: number | undefined;
  readonly clusters?: readonly { readonly label: string; readonly memberCount: number }[] | undefined;
  readonly processCount?: number | undefined;
  readonly processes?: readonly { readonly label: string; readonly symbols: number }[] | undefined;
  readonly tokenMetrics?: { readonly estimatedFullTokens: number; readonly overviewTokens: number } | undefined;
}

/** Words sizes, folders, hot spots and layers. */
export function overviewText(answer: OverviewAnswer, style: TextStyle): string {
  return textOf([
    ...headLines(answer),
    ...warningLines(answer),
    ...directoryLines(answer),
    ...hotspotLines(answer.hotspots),
    ...layerLines(answer),
    ...nextLines(answer, style),
  ]);
}

function headLines({ repoId, stats, tokenMetrics, ...basis }: OverviewAnswer): string[] {
  const { files, symbols, edges, byLanguage = {}, byKind = {}, byEdgeKind = {} } = stats;
  const cost =
    tokenMetrics === undefined
      ? ""
      : `, ${tokenMetrics.overviewTokens} tokens (all source files: about ${tokenMetrics.estimatedFullTokens})`;
  const size = `${countText(files, "file")}, ${countText(symbols, "symbol")}, ${countText(edges, "relation")}`;
  return [
    ...wrapText(`${repoId}: ${size}${cost}, ${stateOf(basis)}`),
    ...countLine("Languages", byLanguage),
    ...countLine("Symbols", byKind),
    ...countLine("Relations", byEdgeKind),
  ];
}

function countLine(title: string, counts: Counts): string[] {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return parts.length === 0 ? [] : wrapText(`${title}: ${parts.join(", ")}`);
}

function directoryLines({ directories = [], truncation }: OverviewAnswer): string[] {
  if (directories.length === 0) return [];
  const dropped = truncation?.droppedDirectories ?? 0;
  const rest =
    dropped === 0 ? [] : [`${countText(dropped, "folder")} with fewer symbols left out: raise maxDirectories`];
  return [
    "",
    "Folders, each with its own files and what it exports, most used first:",
    ...directories.flatMap(writeDirectory),
    ...rest,
  ];
}

function writeDirectory({ path, files, symbols, exportCount, exports = [], topByChurn = [] }: Directory): string[] {
  const more = exportCount > exports.length && exports.length > 0 ? ` … (${exportCount} in all)` : "";
  const changed = topByChurn.map(({ name, churn30d }) => `${name} (${countText(churn30d, "commit")})`);
  return [
    `${path}/  ${countText(files, "file")}, ${countText(symbols, "symbol")}`,
    ...(exports.length === 0 ? [] : wrapText(`${exports.join(", ")}${more}`, "  ")),
    ...(changed.length === 0 ? [] : wrapText(`most changed in 30 days: ${changed.join(", ")}`, "  ")),
  ];
}

function hotspotLines({ mostDepended = [], largestFiles = [], mostChanged = [] }: Partial<Hotspots> = {}): string[] {
  return [
    ...listSection(
      "Most used",
      mostDepended.map(({ file, line, name, fanIn }) => `${placeText(file, line)}  ${name}, used by ${fanIn}`),
    ),
    ...listSection(
      "Largest files",
      largestFiles.map(({ file, bytes, symbols }) => `${file}  ${bytesText(bytes)}, ${countText(symbols, "symbol")}`),
    ),
    ...listSection(
      "Most changed in 30 days",
      mostChanged.map(({ file, churn30d }) => `${file}  ${countText(churn30d, "commit")}`),
    ),
  ];
}

function listSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** Maximum clusters, and maximum processes, that are listed. */
const MAX_ENTRIES = 10;

function layerLines({ clusterCount = 0, clusters = [], processCount = 0, processes = [] }: OverviewAnswer): string[] {
  const groups = clusters.map(({ label, memberCount }) => `${label} (${countText(memberCount, "symbol")})`);
  const ways = processes.map(({ label }) => label);
  return [
    ...(groups.length === 0
      ? []
      : [
          "",
          ...wrapText(
            `${countText(clusterCount, "cluster")} of closely connected symbols: ${shortenList(groups, MAX_ENTRIES)}`,
          ),
        ]),
    ...listSection(
      `${countText(processCount, "chain")} of calls from routes, programs and exported API, among them`,
      ways.slice(0, MAX_ENTRIES),
    ),
  ];
}

function nextLines({ directories, hotspots }: OverviewAnswer, style: TextStyle): string[] {
  if (directories === undefined)
    return [`Next: ${style.call("sdl.repo.overview", { level: "directories" })}  its folders and what they export`];
  const file = hotspots?.mostDepended?.[0]?.file;
  return file === undefined
    ? []
    : ["", `Next: ${style.call("sdl.file.outline", { file })}  what the most used file declares`];
}

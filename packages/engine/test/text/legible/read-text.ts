/** Reads an answer's text by its words only; knows neither the renderers nor the answers. At most 60 lines. */
import { CLAUSE, CODE, ENTRY, LINES, MORE, WHOLE } from "./words.js";

type Parts = Readonly<Record<string, string | undefined>>;

const depthOf = (line: string): number => line.search(/\S|$/);
const partsOf = (line: string, rules: readonly RegExp[]): Parts =>
  rules.find((rule) => rule.test(line))?.exec(line)?.groups ?? {};

/** Joins wrapped lines: a line indented by two more columns continues the previous one. */
function joined(lines: readonly string[], line: string): string[] {
  const last = lines.at(-1) ?? "";
  if (depthOf(line) !== depthOf(last) + 2 || WHOLE.test(last) || ENTRY.test(line)) return [...lines, line];
  return [...lines.slice(0, -1), `${last} ${line.trim()}`];
}

class Reader {
  readonly facts: string[] = [];
  private readonly owners: string[] = [];
  private file = "";
  private place = "";
  private head: readonly string[] = [];

  read(parts: Parts): void {
    const { file, lines, kind, does, subject, about, names, clauses } = parts;
    this.file = file ?? this.file;
    if (lines ?? file ?? (kind === "module" ? kind : undefined)) this.place = this.file + (lines ? `:${lines}` : "");
    if (does ?? subject) this.head = [subject ?? "", does ?? ""];
    if (kind) this.symbol(parts);
    for (const fact of ["mention", "test"]) this.tell(fact, parts[fact]);
    this.tell(`symbol ${about}`, names?.replaceAll("; ", ", "));
    for (const clause of clauses?.split("; ") ?? []) this.clause(partsOf(clause, [CLAUSE]));
  }

  source(code: string): void {
    let number = Number(/:(\d+)/.exec(this.place)?.[1]);
    for (const line of code.split("\n"))
      if (/^… \d+:$/.test(line)) number = Number(line.slice(2, -1));
      else this.facts.push(`source ${this.file}:${number++} ${line}`);
  }

  private clause(parts: Parts): void {
    this.tell(`relation ${this.place} ${parts["verb"]}`, parts["targets"]);
    for (const fact of ["site", "way"]) this.tell(`${fact} ${this.place}`, parts[fact]);
  }

  private symbol({ lines, indent = "", name = this.file }: Parts): void {
    const depth = lines ? indent.length / 2 : 0;
    this.owners[depth] = depth > 0 ? `${this.owners[depth - 1]}.${name}` : name;
    this.tell(`symbol ${this.place}`, this.owners[depth]);
    if (this.head.length > 0) this.facts.push(`relation ${this.head.join(this.place)}`);
  }

  private tell(fact: string, list?: string): void {
    for (const item of list?.split(", ") ?? []) if (!MORE.test(item)) this.facts.push(`${fact} ${item}`);
  }
}

/** @returns lines `symbol PLACE NAME`, `relation PLACE WORDS TARGET`, `site PLACE LINE`, `source PLACE CODE`, `mention NAME (PLACE)` … */
export function readText(text: string): string[] {
  const unfold = (_: string, owner: string, members: string) =>
    `${owner}; ${owner}.${members.replaceAll(", ", `; ${owner}.`)}`;
  const fences = [...text.matchAll(CODE)].map(([, , code = ""]) => code);
  const reader = new Reader();
  for (const line of text
    .replace(CODE, "```")
    .trimEnd()
    .split("\n")
    .reduce(joined, [] as string[]))
    if (line === "```") reader.source(fences.shift() ?? "");
    else reader.read(partsOf(line.replace(/(\S+) and its ([^;]+)/g, unfold), LINES));
  return reader.facts;
}

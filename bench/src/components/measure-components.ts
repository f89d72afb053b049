/** Compares SDL's facts and links of component files with the frameworks' own parsers. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinkSession, type LinkSession, ParseEngine, referenceSites } from "@sdl/indexer";
import { EDGE_CODE, type FileHandle } from "@sdl/model";
import { SYMBOLS } from "@sdl/model/facts";
import { manifestName, pascalCase } from "@sdl/model/paths";
import { FolderSources } from "../edges/rule-graph.js";
import { type ComponentAnswer, loadOracle, type TagUse } from "./oracle.js";

/** A share, and what is missing from it. */
export interface Share {
  found: number;
  total: number;
  readonly missing: string[];
}

/** Figures of one folder. */
export interface ComponentFigures {
  files: number;
  /** Files that the framework's parser refuses. */
  refused: number;
  /** Symbols of scripts. */
  readonly symbols: Share;
  /** Tags of components that files of the folder declare. */
  readonly tags: Share;
  /** Tags with an edge to another file than the one that their import names, with their place and that file. */
  readonly wrongTags: string[];
}

const COMPONENT = /\.(?:vue|svelte|astro)$/;

/** Measures a folder. @throws {Unavailable} without the frameworks' parsers */
export async function measureComponents(root: string): Promise<ComponentFigures> {
  const oracle = await loadOracle();
  const source = new FolderSources(root, await ParseEngine.create());
  const judge = new Judge(source);
  for (const file of source.files()) {
    const path = source.path(file);
    if (!COMPONENT.test(path)) continue;
    const answer = await oracle(path, readFileSync(join(root, path), "utf8"));
    judge.figures.files++;
    if (answer === undefined) judge.figures.refused++;
    else judge.compare(file, answer);
  }
  return judge.figures;
}

class Judge {
  readonly figures: ComponentFigures = {
    ...{ files: 0, refused: 0, wrongTags: [] },
    symbols: { found: 0, total: 0, missing: [] },
    tags: { found: 0, total: 0, missing: [] },
  };
  private readonly session: LinkSession;
  /** Paths of component files, by the names that their frameworks may give them. */
  private readonly byName = new Map<string, string[]>();
  private readonly paths: readonly string[];
  /** Names of the folder's packages. */
  private readonly packages: ReadonlySet<string | undefined>;

  constructor(private readonly source: FolderSources) {
    const manifests = source.configs().filter((path) => /(?:^|\/)package\.json$/.test(path));
    this.packages = new Set(manifests.map((path) => manifestName(source.config(path) ?? "")));
    this.session = createLinkSession(source);
    this.paths = [...source.files()].map((file) => source.path(file));
    for (const path of this.paths)
      for (const name of namesOf(path)) this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
  }

  compare(file: FileHandle, { symbols, tags }: ComponentAnswer): void {
    const path = this.source.path(file);
    const page = this.source.facts(file);
    const { rows, name, startLine, nameLine } = page.table(SYMBOLS);
    const known = new Set<string>();
    for (let row = 0; row < rows; row++)
      known.add(`${page.string(name[row] ?? 0)} ${(startLine[row] ?? 0) + (nameLine[row] ?? 0)}`);
    for (const { name: wanted, line } of symbols)
      note(this.figures.symbols, known.has(`${wanted} ${line}`), `${path}:${line} ${wanted}`);
    const owners = new Set(Array.from({ length: rows }, (_, row) => row));
    const sites = referenceSites(this.session, file, owners).filter(({ kind }) => kind === EDGE_CODE.uses);
    for (const tag of tags) {
      const targets = this.targetsOf(path, tag);
      if (targets.length === 0) continue;
      const ends = sites.filter(
        ({ line, col }) => line === tag.line && col >= tag.col && col <= tag.col + tag.name.length,
      );
      const what = `${path}:${tag.line}:${tag.col} ${tag.name} (${tag.imported ?? "not imported"})`;
      note(this.figures.tags, ends.length > 0, what);
      const other = ends.map(({ toFile }) => this.source.path(toFile)).find((end) => !targets.includes(end));
      if (other !== undefined && COMPONENT.test(tag.imported ?? ".vue"))
        this.figures.wrongTags.push(`${what} leads to ${other}`);
    }
  }

  /** Files of the folder that a tag may mean: those that its import may name, else those with its name. */
  private targetsOf(path: string, { name, imported }: TagUse): readonly string[] {
    if (imported === undefined) return path.endsWith(".vue") ? (this.byName.get(pascalCase(name)) ?? []) : [];
    const [scope = "", own = ""] = imported.split("/");
    const isPackage = /^@\w/.test(scope) && !this.packages.has(`${scope}/${own}`);
    const inner = imported.replace(/^(?:\.{1,2}\/|[$#@~][\w-]*\/)+/, "");
    if (isPackage || inner === imported) return [];
    return this.paths.filter((other) => {
      const stem = other.replace(/\.[\w.]+$/, "");
      return [other, stem, stem.replace(/\/index$/, "")].some((one) => one === inner || one.endsWith(`/${inner}`));
    });
  }
}

/** The file's name, and the names of the folders below `components` before it, with and without repetition. */
function namesOf(path: string): readonly string[] {
  if (!path.endsWith(".vue")) return [];
  const parts = path
    .replace(/\.vue$/, "")
    .split("/")
    .map(pascalCase);
  const own = parts.at(-1) ?? "";
  const below = parts.slice(parts.lastIndexOf("Components") + 1);
  const whole = below.join("");
  const merged = below.reduce((before, part) => (part.startsWith(before) ? part : before + part), "");
  return [...new Set([own, whole, merged])];
}

function note(share: Share, isFound: boolean, what: string): void {
  share.total++;
  if (isFound) share.found++;
  else share.missing.push(what);
}

/** Repository in memory, as linking sees it: sources extracted for real, configuration as text. */
import { createHash } from "node:crypto";
import { type FileHandle, symbolIdPreimage } from "@sdl/model";
import {
  type FactsPage,
  type FileView,
  FactsPage as Page,
  qualifiedNames,
  SYMBOLS,
  symbolKind,
} from "@sdl/model/facts";
import type { FactsSource } from "@sdl/model/graph";
import { NO_SECRETS } from "@sdl/model/text";
import { extractFacts } from "../../src/languages/extract-file.js";
import { readConfigText } from "../../src/link/index.js";
import { ParseEngine } from "../../src/parse/parser.js";
import { findFileKind } from "../../src/workspace/index.js";

const engine = await ParseEngine.create();
const extracted = new Map<string, FileView>();

/** The facts of one file; equal paths and texts give the same object. */
export function viewOf(path: string, text: string): FileView {
  const key = `${path}\0${text}`;
  const known = extracted.get(key);
  if (known !== undefined) return known;
  const language = findFileKind(path.slice(path.lastIndexOf("/") + 1))?.language;
  if (language === undefined) throw new Error(`no source: ${path}`);
  const facts = new Page(extractFacts(engine, { language, path, text, generated: false }, NO_SECRETS));
  const view = { path, facts, symbolIds: symbolIds(path, facts) };
  extracted.set(key, view);
  return view;
}

function symbolIds(path: string, page: FactsPage): Uint32Array {
  const names = qualifiedNames(page);
  const { ordinal } = page.table(SYMBOLS);
  const words = new Uint32Array(names.length * 2);
  names.forEach((name, row) => {
    const digest = createHash("sha256")
      .update(symbolIdPreimage(path, name, symbolKind(page, row), ordinal[row] ?? 0))
      .digest();
    words[2 * row] = digest.readUInt32BE(0);
    words[2 * row + 1] = digest.readUInt32BE(4);
  });
  return words;
}

/** A repository of `texts`. Handles follow the order of `texts`, so that tests can show that handles do not matter. */
export class MemoryRepository implements FactsSource {
  private readonly views: FileView[] = [];
  private readonly handles = new Map<string, FileHandle>();
  private readonly configTexts = new Map<string, string>();

  constructor(texts: ReadonlyMap<string, string>) {
    for (const [path, text] of texts) {
      const kind = findFileKind(path.slice(path.lastIndexOf("/") + 1));
      if (kind?.isConfig) this.configTexts.set(path, readConfigText(path, text));
      if (kind?.language === undefined) continue;
      this.handles.set(path, this.views.length);
      this.views.push(viewOf(path, text));
    }
  }

  file(path: string): FileHandle | undefined {
    return this.handles.get(path);
  }

  path(file: FileHandle): string {
    return this.view(file).path;
  }

  facts(file: FileHandle): FactsPage {
    return this.view(file).facts;
  }

  symbolIds(file: FileHandle): Uint32Array {
    return this.view(file).symbolIds;
  }

  files(): Iterable<FileHandle> {
    return [...this.handles.keys()].sort().map((path) => this.handles.get(path) ?? 0);
  }

  config(path: string): string | undefined {
    return this.configTexts.get(path);
  }

  configs(): readonly string[] {
    return [...this.configTexts.keys()].sort();
  }

  private view(file: FileHandle): FileView {
    const view = this.views[file];
    if (view === undefined) throw new Error(`no file ${file}`);
    return view;
  }
}

/** Splits a fixture at its `//- /path` lines. */
export function fixtureTexts(fixture: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const section of fixture.split(/^\/\/- \//m).slice(1)) {
    const end = section.indexOf("\n");
    texts.set(section.slice(0, end).trim(), section.slice(end + 1));
  }
  return texts;
}

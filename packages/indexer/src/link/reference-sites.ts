/**
 * Sites of references: the single references of a file's symbols with their positions, as linking resolves them.
 * Invariant: a reference has a site for exactly the targets that {@link linkFile} makes edges to.
 */
import { EDGE_CODE, type FileHandle } from "@sdl/model";
import { HERITAGE, HeritageKind, IMPORTS, qualifiedNames, REFS, SYMBOLS } from "@sdl/model/facts";
import { settingsPathOf } from "./edges/bind-settings.js";
import { type EdgeEnd, EdgeGatherer } from "./edges/edge-columns.js";
import type { Leaf } from "./edges/leaves.js";
import { EndFinder } from "./edges/reference-ends.js";
import { useOf } from "./edges/reference-use.js";
import type { Evaluator } from "./evaluate.js";
import type { FileContext } from "./files/file-context.js";
import type { LinkSession } from "./link-session.js";

interface SourcePosition {
  readonly line: number;
  readonly col: number;
}

/** One reference with its position and target. */
export interface ReferenceSite {
  /** Ordinal of the symbol that contains the reference. */
  readonly from: number;
  readonly toFile: FileHandle;
  /** Ordinal of the target in `toFile`. */
  readonly toSymbol: number;
  /** `EDGE_CODE`. */
  readonly kind: number;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 0, in UTF-16 code units. */
  readonly col: number;
}

/** Finds the sites of references. @param owners ordinals of the containing symbols @returns in no particular order */
export function referenceSites(
  session: LinkSession,
  file: FileHandle,
  owners: ReadonlySet<number>,
): readonly ReferenceSite[] {
  return new SiteFinder(session.evaluator, file, owners).run();
}

class SiteFinder {
  private readonly ctx: FileContext;
  private readonly finder: EndFinder;
  private readonly sites: ReferenceSite[] = [];

  constructor(
    private readonly ev: Evaluator,
    file: FileHandle,
    private readonly owners: ReadonlySet<number>,
  ) {
    this.ctx = ev.begin(file);
    this.finder = new EndFinder(ev, this.ctx, new EdgeGatherer());
  }

  run(): readonly ReferenceSite[] {
    this.addReferences();
    this.addBases();
    if (this.owners.has(0)) this.addImports();
    return this.sites;
  }

  private addReferences(): void {
    const refs = this.ctx.page.table(REFS);
    for (let row = 0; row < refs.rows; row++) {
      const from = refs.owner[row] ?? 0;
      if (!this.owners.has(from)) continue;
      const { ends, leaf } = this.finder.find(refs.expr[row] ?? 0, useOf(refs.kind[row] ?? 0));
      const place = { line: refs.line[row] ?? 0, col: refs.col[row] ?? 0 };
      this.add(from, ends, place);
      if (leaf !== undefined) this.addSetting(from, leaf, place);
    }
  }

  /** A base without a known position gets the position of its class's name. */
  private addBases(): void {
    const heritage = this.ctx.page.table(HERITAGE);
    const { startLine, nameLine, nameCol } = this.ctx.page.table(SYMBOLS);
    for (let row = 0; row < heritage.rows; row++) {
      const from = heritage.symbol[row] ?? 0;
      if (!this.owners.has(from)) continue;
      const kind = heritage.kind[row] === HeritageKind.Implements ? EDGE_CODE.implements : EDGE_CODE.extends;
      const { ends } = this.finder.findBases(heritage.expr[row] ?? 0, kind);
      const unplaced = ends.filter((end) => !this.isPlaced(from, end));
      this.add(from, unplaced, { line: (startLine[from] ?? 0) + (nameLine[from] ?? 0), col: nameCol[from] ?? 0 });
    }
  }

  private isPlaced(from: number, { file, symbol }: EdgeEnd): boolean {
    return this.sites.some((site) => site.from === from && site.toFile === file && site.toSymbol === symbol);
  }

  /** Adds the sites of imports, which belong to the module. */
  private addImports(): void {
    const imports = this.ctx.page.table(IMPORTS);
    for (let row = 0; row < imports.rows; row++) {
      const value = this.ev.imported(row);
      const ends = this.finder.findImported(value.length > 0 ? value : this.ev.moduleOf(row));
      this.add(0, ends, { line: imports.line[row] ?? 0, col: 0 });
    }
  }

  /** Adds the site of a setting. @param leaf a target that no file's code declares */
  private addSetting(from: number, leaf: Leaf, place: SourcePosition): void {
    const path = settingsPathOf(leaf);
    const toFile = path === undefined ? undefined : this.ev.source.file(path);
    if (toFile === undefined) return;
    const toSymbol = qualifiedNames(this.ev.source.facts(toFile)).indexOf(leaf.name);
    if (toSymbol >= 0) this.sites.push({ from, toFile, toSymbol, kind: leaf.kind, ...place });
  }

  private add(from: number, ends: readonly EdgeEnd[], place: SourcePosition): void {
    for (const { file, symbol, kind } of ends)
      this.sites.push({ from, toFile: file, toSymbol: symbol, kind, ...place });
  }
}

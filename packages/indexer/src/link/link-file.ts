/**
 * Linker of one file: turns its references, bases and imports into edges and unresolved leaves. Invariant: the result
 * is a pure function of the file and of the facts, configuration and paths that the recorded lookups name.
 */
import { EDGE_CODE, type FileHandle } from "@sdl/model";
import { HERITAGE, HeritageKind, ImportForm, REFS, STARS } from "@sdl/model/facts";
import type { LinkedFile } from "@sdl/model/graph";
import { configurationLeaf } from "./edges/configuration.js";
import { type EdgeEnd, EdgeGatherer } from "./edges/edge-columns.js";
import { LeafGatherer } from "./edges/leaves.js";
import { EndFinder, type ReferenceEnds } from "./edges/reference-ends.js";
import { USES, useNumber } from "./edges/reference-use.js";
import { rootImport } from "./edges/root-import.js";
import type { Evaluator } from "./evaluate.js";
import type { FileContext } from "./files/file-context.js";
import type { LinkSession } from "./link-session.js";
import { WorkLimitError } from "./recorder.js";
import { TargetKind, type Value } from "./values/target.js";
import type { WorkLimit } from "./work-limit.js";

/**
 * The links of a file. Independent of the order in which a session links files.
 * @throws {WorkLimitError} when linking the file exceeds its work limit
 */
export function linkFile(session: LinkSession, file: FileHandle): LinkedFile {
  try {
    return linkWith(session, file);
  } catch (error) {
    if (!(error instanceof WorkLimitError) || !session.evaluator.countsTwice) throw error;
    return linkWith(session.withEmptyCache(), file);
  }
}

function linkWith({ evaluator, workLimit }: LinkSession, file: FileHandle): LinkedFile {
  return new FileLinker(evaluator, file, workLimit).run();
}

class FileLinker {
  private readonly ctx: FileContext;
  private readonly edges = new EdgeGatherer();
  private readonly leaves = new LeafGatherer();
  private readonly finder: EndFinder;
  private readonly usedImports: Uint8Array;
  /** Targets found so far, by use and expression. */
  private readonly known: (OwnedEnds | undefined)[];
  private readonly found: OwnedEnds[] = [];

  constructor(
    private readonly ev: Evaluator,
    private readonly file: FileHandle,
    workLimit: WorkLimit,
  ) {
    this.ctx = ev.begin(file, workLimit);
    this.finder = new EndFinder(ev, this.ctx, this.edges);
    this.usedImports = new Uint8Array(this.ctx.imports.rows);
    this.known = new Array(USES.length * this.ctx.exprs.rows);
  }

  run(): LinkedFile {
    this.linkReferences();
    this.linkBases();
    this.linkUnusedImports();
    this.linkStars();
    return {
      file: this.file,
      edges: this.edges.finish(),
      unresolved: this.leaves.finish(),
      lookups: this.ev.recorder.finish(),
    };
  }

  private linkReferences(): void {
    const refs = this.ctx.page.table(REFS);
    for (let row = 0; row < refs.rows; row++) {
      const use = useNumber(refs.kind[row] ?? 0);
      const expr = refs.expr[row] ?? 0;
      const owner = refs.owner[row] ?? 0;
      const key = use * this.ctx.exprs.rows + expr;
      let found = this.known[key];
      if (found === undefined) {
        found = this.keep(this.finder.find(expr, USES[use] ?? "read"), owner);
        this.known[key] = found;
        this.found.push(found);
        this.markImport(expr);
      } else if (found.owner !== owner) {
        this.add(found);
        found.owner = owner;
        found.count = 1;
      } else found.count++;
    }
    for (const last of this.found) this.add(last);
  }

  private linkBases(): void {
    const heritage = this.ctx.page.table(HERITAGE);
    for (let row = 0; row < heritage.rows; row++) {
      const kind = heritage.kind[row] === HeritageKind.Implements ? EDGE_CODE.implements : EDGE_CODE.extends;
      const expr = heritage.expr[row] ?? 0;
      this.add(this.keep(this.finder.findBases(expr, kind), heritage.symbol[row] ?? 0));
      this.markImport(expr);
    }
  }

  /** Adds the imports that nothing in the file mentions, owned by the module: re-exports, imports for their effects. */
  private linkUnusedImports(): void {
    const { imports, page } = this.ctx;
    for (let row = 0; row < imports.rows; row++) {
      if (this.usedImports[row] === 1) continue;
      const specifier = page.string(imports.specifier[row] ?? 0);
      const isDotted = imports.form[row] === ImportForm.DottedModule;
      const value = isDotted ? this.ev.resolveModule(this.ctx, specifier) : this.ev.imported(row);
      const ends = this.finder.findImported(value.length > 0 ? value : this.ev.moduleOf(row));
      for (const end of ends) this.edges.add(0, end, 1);
      if (ends.length === 0) this.addImportLeaf(value, page.string(imports.imported[row] ?? 0), specifier);
    }
  }

  private addImportLeaf(value: Value, imported: string, specifier: string): void {
    const outside = value.find((target) => target.kind === TargetKind.External);
    const setting = outside && configurationLeaf(this.ev, outside);
    if (setting !== undefined) {
      this.leaves.add(0, this.leaves.leaf(setting), 1);
      return;
    }
    const name = imported === "" ? specifier : imported;
    this.leaves.add(0, this.leaves.leaf({ kind: EDGE_CODE.import, packageName: outside?.text ?? "", name }), 1);
  }

  private linkStars(): void {
    if (this.ctx.isPython) return;
    const stars = this.ctx.page.table(STARS);
    for (let row = 0; row < stars.rows; row++) {
      const specifier = this.ctx.page.string(stars.specifier[row] ?? 0);
      const value = this.ev.resolveModule(this.ctx, specifier);
      const ends = this.finder.findImported(value);
      for (const end of ends) this.edges.add(0, end, 1);
      if (ends.length === 0) this.addImportLeaf(value, "*", specifier);
    }
  }

  private markImport(expr: number): void {
    const row = rootImport(this.ctx, expr);
    if (row >= 0) this.usedImports[row] = 1;
  }

  private keep(found: ReferenceEnds, owner: number): OwnedEnds {
    return { ends: found.ends, leaf: found.leaf === undefined ? -1 : this.leaves.leaf(found.leaf), owner, count: 1 };
  }

  private add({ ends, leaf, owner, count }: OwnedEnds): void {
    for (const end of ends) if (this.isEdge(owner, end)) this.edges.add(owner, end, count);
    if (leaf >= 0) this.leaves.add(owner, leaf, count);
  }

  /** Whether an edge from `owner` is kept: recursion is an edge; a mention of the owner itself, its container or its module is not. */
  private isEdge(owner: number, end: EdgeEnd): boolean {
    if (end.file !== this.file || end.kind === EDGE_CODE.call) return true;
    if (end.symbol === 0) return false;
    const { container } = this.ctx.symbols;
    for (let at = owner; at !== 0; at = container[at] ?? 0) if (at === end.symbol) return false;
    return true;
  }
}

/** Targets of an expression, and number of consecutive references by one owner. */
interface OwnedEnds {
  readonly ends: readonly EdgeEnd[];
  /** The collector's number of the leaf; -1 for none. */
  readonly leaf: number;
  owner: number;
  count: number;
}

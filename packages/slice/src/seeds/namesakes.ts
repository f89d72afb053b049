/** Of several functions of one name in a file, the one that a frame ran in: by class, by what else the trace names, and by moved lines. */
import { EDGE_CODE, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { StackFrame } from "./frame-formats.js";

/** The parts of a function's name: `NodePath.visit` has the qualifier `NodePath`. */
export interface FrameName {
  readonly name: string;
  readonly qualifier: string | undefined;
  /** Whether anything stands before the name: `Object.convert` has no telling qualifier, but is a method. */
  readonly isCalledOn: boolean;
}

/** A frame, its name, and the file of the index that its path leads to. */
export interface NamedFrame {
  readonly frame: StackFrame;
  readonly traced: FrameName | undefined;
  readonly file: string | undefined;
}

/** Maximum number of base classes whose members count as a class's own. */
const MAX_BASES = 8;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;

/** A frame in a file of the index that has functions of the traced name. */
interface FrameInFile {
  readonly file: string;
  readonly frame: StackFrame;
  readonly traced: FrameName;
  /** The symbol at the traced line, if it or what holds it has the name. */
  readonly enclosing: SymbolHandle | undefined;
}

/** Chooses among functions of one name. */
export class Namesakes {
  constructor(private readonly graph: SymbolGraph) {}

  /**
   * The likeliest symbol of a file with the traced name: in the traced class; else with the most evidence, then at the line, then one that calls anything,
   * then in a class that the trace names other functions of, then nearest to the line, once lines are put right by how far a function of the trace that
   * has no namesake has moved.
   * @param inFile the other frames in the file
   */
  likeliest(one: FrameInFile, inFile: readonly NamedFrame[]): SymbolHandle | undefined {
    const { file, frame, traced, enclosing } = one;
    const all = this.definitionsIn(file, traced.name);
    if (all.length < 2) return enclosing ?? all[0];
    // The constructor of a traced class has another name.
    if (enclosing !== undefined && !all.includes(enclosing)) return enclosing;
    const movedLine = frame.line + this.shiftOf(file, frame.line, inFile);
    const rated = this.qualified(all, one).map((symbol) => ({
      symbol,
      points: [
        inFile.filter((other) => this.isNearby(symbol, other)).length + this.countNamed(symbol, frame.source),
        Number(symbol === enclosing),
        Math.min(1, this.calleesOf(symbol).length),
        inFile.filter((other) => this.isSibling(symbol, other)).length,
        -Math.abs(linesTo(this.graph, symbol, movedLine)),
      ],
    }));
    return rated.sort((a, b) => comparePoints(b.points, a.points))[0]?.symbol;
  }

  /** Those that can have been called what the trace writes; all if none can. */
  private qualified(all: readonly SymbolHandle[], { file, traced }: FrameInFile): readonly SymbolHandle[] {
    const { graph } = this;
    const some = all.filter((symbol) =>
      isPlainFunction(traced, file) ? !isMember(graph, symbol) : holderName(graph, symbol) === traced.qualifier,
    );
    return some.length > 0 ? some : all;
  }

  private definitionsIn(file: string, name: string): readonly SymbolHandle[] {
    return this.graph.symbolsNamed(name).filter((symbol) => this.graph.fileOf(symbol) === file);
  }

  /** Whether a frame names what holds the symbol, or another member of that class or of its bases. */
  private isNearby(symbol: SymbolHandle, { file, traced }: NamedFrame): boolean {
    const { graph } = this;
    const container = graph.containerOf(symbol);
    if (file === undefined || traced === undefined || container === undefined) return false;
    if (graph.kindOf(container) === "module") return false;
    if (graph.nameOf(container) === traced.name) return true;
    const holders = this.withBases(container);
    return graph
      .symbolsNamed(traced.name)
      .some((other) => other !== symbol && holders.has(graph.containerOf(other) ?? other));
  }

  /** Whether a frame names another member of the class itself. */
  private isSibling(symbol: SymbolHandle, { traced }: NamedFrame): boolean {
    const { graph } = this;
    const container = graph.containerOf(symbol);
    if (traced === undefined || container === undefined || graph.kindOf(container) === "module") return false;
    return graph.symbolsNamed(traced.name).some((other) => other !== symbol && graph.containerOf(other) === container);
  }

  private withBases(holder: SymbolHandle): ReadonlySet<SymbolHandle> {
    const holders = new Set([holder]);
    for (const at of holders) {
      if (holders.size > MAX_BASES) break;
      for (const base of this.targetsOf(at, EDGE_CODE.extends)) holders.add(base);
    }
    return holders;
  }

  /** Number of names in the traced source line that the symbol calls, or that are its class's: `super(Store, self).load()`. */
  private countNamed(symbol: SymbolHandle, source: string | undefined): number {
    if (source === undefined) return 0;
    const known = new Set(this.calleesOf(symbol).map((callee) => this.graph.nameOf(callee)));
    const holder = holderName(this.graph, symbol);
    return [...new Set(source.match(IDENTIFIER))].filter((name) => name === holder || known.has(name)).length;
  }

  private calleesOf(symbol: SymbolHandle): readonly SymbolHandle[] {
    return this.targetsOf(symbol, EDGE_CODE.call);
  }

  private targetsOf(symbol: SymbolHandle, kind: number): SymbolHandle[] {
    const { symbols, kinds } = this.graph.outgoing(symbol);
    return Array.from(symbols).filter((_, at) => kinds[at] === kind);
  }

  /** By how many lines the code around a line has moved since the trace was printed, as the nearest frame tells whose function has no namesake. */
  private shiftOf(file: string, line: number, inFile: readonly NamedFrame[]): number {
    const shifts = inFile.flatMap(({ frame, traced }) => {
      const [only, second] = traced === undefined ? [] : this.definitionsIn(file, traced.name);
      if (only === undefined || second !== undefined) return [];
      return [{ shift: linesTo(this.graph, only, frame.line), distance: Math.abs(frame.line - line) }];
    });
    return shifts.sort((a, b) => a.distance - b.distance)[0]?.shift ?? 0;
  }
}

/** Compares by the first points that differ. */
function comparePoints(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((points, place) => points !== b[place]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Whether a frame ran no method: engines of JavaScript write what a method was called on, Go its type; Python writes no class. */
export function isPlainFunction({ qualifier, isCalledOn }: FrameName, file: string): boolean {
  return qualifier === undefined && !isCalledOn && !file.endsWith(".py");
}

/** Name of what holds a symbol. */
export function holderName(graph: SymbolGraph, symbol: SymbolHandle): string | undefined {
  const { container } = graph.symbol(symbol);
  return container === undefined ? undefined : graph.symbol(container).name;
}

/** Whether a class or an object holds the symbol. */
export function isMember(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const container = graph.containerOf(symbol);
  const kind = container === undefined ? "module" : graph.kindOf(container);
  return kind !== "module" && kind !== "function" && kind !== "method";
}

/** Number of lines from a line to a symbol, negative if the symbol is above; 0 inside. */
function linesTo(graph: SymbolGraph, symbol: SymbolHandle, line: number): number {
  const { startLine, endLine } = graph.symbol(symbol).range;
  if (line < startLine) return startLine - line;
  return line > endLine ? endLine - line : 0;
}

/**
 * Matches frames of a stack trace with symbols: by the path, then by module and name where the code was installed, bundled, or has moved. A match
 * that the path alone does not give is a guess, and says so. Frames of other packages and of the runtime match nothing.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { StackFrame } from "./frame-formats.js";
import { classifyOrigin, type FrameOrigin, isBuildOutput, isBundle } from "./frame-origin.js";
import { fileStem, innermostSymbol, PathLocator } from "./locate.js";
import { holderName, NameMatcher, type NameScope } from "./name-matcher.js";
import { packageNamed, type RepositoryPackage } from "./packages.js";

/** The symbol of the index that a frame of a stack trace names. */
export interface FrameMatch {
  readonly frame: StackFrame;
  readonly file: string;
  readonly symbol: SymbolHandle;
  /** Whether the path and the name, where the trace states one, are those of the index. */
  readonly isExact: boolean;
}

/** The parts of a function's name: `NodePath.visit` has the qualifier `NodePath`. */
interface FrameName {
  readonly name: string;
  readonly qualifier: string | undefined;
}

/** Names of functions without a name, in all languages. The qualifier before them names what holds them. */
const NAMELESS = /^(?:<.*>|anonymous|eval|lambda)$/;
/** Qualifiers that engines write for any object. */
const ANY_OBJECT = /^(?:Object|Function|Module|exports|module|global|window|Proxy|Context|Timeout|_class|Immediate)$/;

/** Finds the symbols of the index that the frames of a stack trace name. */
export class FrameMatcher {
  private readonly locator: PathLocator;
  private readonly names: NameMatcher;

  /** @param packages packages of the repository; installed packages of other names are foreign */
  constructor(
    private readonly graph: SymbolGraph,
    private readonly packages: readonly RepositoryPackage[],
  ) {
    this.locator = new PathLocator(graph);
    this.names = new NameMatcher(graph);
  }

  /** The matches of the frames that lie in the repository, in the order of the frames. */
  match(frames: readonly StackFrame[]): FrameMatch[] {
    const together = frames.flatMap(({ name }) => nameParts(name)?.name ?? []);
    return frames.flatMap((frame) => this.matchFrame(frame, together) ?? []);
  }

  private matchFrame(frame: StackFrame, together: readonly string[]): FrameMatch | undefined {
    const origin = classifyOrigin(frame.path);
    const traced = nameParts(frame.name);
    const file = this.fileOfOrigin(origin);
    const placed = file === undefined ? undefined : this.symbolInFile(file, frame, traced);
    if (placed?.isExact === true) return placed;
    if (traced !== undefined) {
      for (const scope of this.likelyScopes(origin, file)) {
        const symbol = this.names.find(traced, scope, together);
        if (symbol !== undefined) return { frame, file: this.graph.fileOf(symbol), symbol, isExact: false };
      }
    }
    return placed ?? this.matchBuiltFile(frame, origin);
  }

  private fileOfOrigin(origin: FrameOrigin): string | undefined {
    switch (origin.kind) {
      case "runtime":
        return undefined;
      case "own":
        return this.locator.find(origin.path);
      case "python":
        return this.locator.findOutermost(origin.inner);
      case "node": {
        const owner = packageNamed(this.packages, origin.packageName);
        if (owner === undefined) return undefined;
        const file = owner.folder === "" ? origin.inner : `${owner.folder}/${origin.inner}`;
        return this.graph.fileSymbols(file).length > 0 ? file : undefined;
      }
    }
  }

  /**
   * The symbol of a frame whose file is known: the one at the line, or the nearest one with the traced name, because traces are often older than
   * files.
   */
  private symbolInFile(file: string, frame: StackFrame, traced: FrameName | undefined): FrameMatch | undefined {
    const { graph } = this;
    const found = innermostSymbol(graph, file, frame.line);
    if (found === undefined) return undefined;
    if (traced === undefined) return { frame, file, symbol: found, isExact: true };
    const enclosing = enclosingNamed(graph, found, traced.name);
    if (enclosing !== undefined) return { frame, file, symbol: enclosing, isExact: true };
    const symbol = this.nearestNamesake(file, frame.line, traced);
    return { frame, file, symbol: symbol ?? found, isExact: symbol !== undefined };
  }

  /** The nearest symbol of a file with the traced name; those with the traced qualifier are preferred. */
  private nearestNamesake(file: string, line: number, { name, qualifier }: FrameName): SymbolHandle | undefined {
    const { graph } = this;
    const namesakes = graph.symbolsNamed(name).filter((symbol) => graph.fileOf(symbol) === file);
    const qualified = namesakes.filter((symbol) => holderName(graph, symbol) === qualifier);
    const distance = (symbol: SymbolHandle) => Math.abs(graph.symbol(symbol).line - line);
    const [nearest] = (qualified.length > 0 ? qualified : namesakes).toSorted((a, b) => distance(a) - distance(b));
    return nearest;
  }

  /** Where a function of the trace's name may be, if its file is not known or does not hold it, the likeliest first. */
  private likelyScopes(origin: FrameOrigin, file: string | undefined): readonly NameScope[] {
    switch (origin.kind) {
      case "runtime":
        return [];
      case "python": {
        const { inner } = origin;
        const [top = ""] = inner.split("/");
        const folder = file === undefined ? this.names.packageFolder(top) : folderNamed(file, top);
        return folder === undefined ? [] : [{ folder, path: inner, trust: file === undefined ? "package" : "moved" }];
      }
      case "node": {
        const owner = packageNamed(this.packages, origin.packageName);
        if (owner === undefined) return [];
        const path = origin.inner;
        const trust = file === undefined ? "package" : "moved";
        return [{ folder: owner.folder, path, trust }, ...wholeRepositoryScope(path)];
      }
      case "own":
        return this.scopesOfOwn(origin.path, file);
    }
  }

  private scopesOfOwn(path: string, file: string | undefined): readonly NameScope[] {
    // Functions of a Go package move freely between the files of its folder.
    if (file?.endsWith(".go") === true)
      return [{ folder: file.split("/").slice(0, -1).join("/"), path, trust: "moved" }];
    // In a file of the repository that has no such name, the name is one that the engine made up. A name at the root may be any file's.
    return file?.includes("/") === true ? [] : this.scopesOfPath(path);
  }

  private scopesOfPath(path: string): readonly NameScope[] {
    if (!isBuildOutput(path)) return [{ folder: "", path, trust: "module" }];
    const owner =
      this.packages.find(({ folder }) => folder !== "" && `/${path}`.includes(`/${folder}/`)) ??
      (isBundle(path) ? packageNamed(this.packages, fileStem(path).split(".")[0] ?? "") : undefined);
    const elsewhere = wholeRepositoryScope(path, this.locator.findSource(path, ""));
    return owner === undefined ? elsewhere : [{ folder: owner.folder, path, trust: "package" }, ...elsewhere];
  }

  /** A frame whose name is not found, in built code: the source file with the built file's name. */
  private matchBuiltFile(frame: StackFrame, origin: FrameOrigin): FrameMatch | undefined {
    if (isBundle(frame.path) || (origin.kind === "own" && !isBuildOutput(origin.path))) return undefined;
    const [scope] = this.likelyScopes(origin, undefined);
    const file = scope && this.locator.findSource(scope.path, scope.folder);
    const symbol = file === undefined ? undefined : this.graph.fileSymbols(file)[0];
    return file === undefined || symbol === undefined ? undefined : { frame, file, symbol, isExact: false };
  }
}

/** The whole repository, for code that may have moved or been bundled. */
function wholeRepositoryScope(path: string, source?: string): readonly NameScope[] {
  return [
    { folder: "", path, trust: "module", source },
    { folder: "", path, trust: "bundle" },
  ];
}

/** The function around a symbol, or itself, that has the name; for the name of a class, the symbol itself: `new Session` ran its constructor. */
function enclosingNamed(graph: SymbolGraph, symbol: SymbolHandle, name: string): SymbolHandle | undefined {
  for (let at: SymbolHandle | undefined = symbol; at !== undefined; ) {
    const record = graph.symbol(at);
    if (record.name === name) return record.kind === "function" || record.kind === "method" ? at : symbol;
    at = record.container;
  }
  return undefined;
}

/** `Object.<anonymous>` has no name; `Users.<anonymous>` has that of `Users`. */
function nameParts(traced: string | undefined): FrameName | undefined {
  const parts = (traced ?? "").split(/[.#]/).filter((part) => part !== "" && part !== "prototype");
  while (parts.length > 0 && (NAMELESS.test(parts.at(-1) ?? "") || parts.at(-1) === "exports")) parts.pop();
  const name = parts.at(-1)?.match(/[\p{L}\p{N}_$]+/u)?.[0];
  if (name === undefined || (parts.length === 1 && ANY_OBJECT.test(name))) return undefined;
  const qualifier = parts.at(-2);
  return { name, qualifier: qualifier === undefined || ANY_OBJECT.test(qualifier) ? undefined : qualifier };
}

/** The folder of a file that has the name, with those above it; `undefined` if none has. */
function folderNamed(file: string, name: string): string | undefined {
  const parts = file.split("/").slice(0, -1);
  const at = parts.lastIndexOf(name);
  return at < 0 ? undefined : parts.slice(0, at + 1).join("/");
}

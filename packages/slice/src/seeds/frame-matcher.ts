/**
 * Matches frames of a stack trace with symbols: by the path, then by module and name where the code was installed, bundled, or has moved. A match
 * that the path alone does not give is a guess, and says so. Frames of other packages and of the runtime match nothing.
 */
import type { SymbolHandle } from "@sdl/model";
import type { SymbolGraph } from "@sdl/model/graph";
import type { StackFrame } from "./frame-formats.js";
import { classifyOrigin, type FrameOrigin, isBuildOutput, isBundle } from "./frame-origin.js";
import { fileStem, innermostSymbol, PathLocator } from "./locate.js";
import { NameMatcher, type NameScope } from "./name-matcher.js";
import { type FrameName, type NamedFrame, Namesakes } from "./namesakes.js";
import { bundledPackage, goModuleOf, packageNamed, type RepositoryPackage } from "./packages.js";

/** The symbol of the index that a frame of a stack trace names. */
export interface FrameMatch {
  readonly frame: StackFrame;
  readonly file: string;
  readonly symbol: SymbolHandle;
  /** Whether the path and the name, where the trace states one, are those of the index. */
  readonly isExact: boolean;
}

/** A frame, and what its path and name say on their own. */
interface LocatedFrame extends NamedFrame {
  readonly origin: FrameOrigin;
}

/** Names of functions without a name, in all languages. The qualifier before them names what holds them. */
const NAMELESS = /^(?:<.*>|anonymous|eval|lambda)$/;
/** Qualifiers that engines write for any object. */
const ANY_OBJECT = /^(?:Object|Function|Module|exports|module|global|window|Proxy|Context|Timeout|_class|Immediate)$/;

/** Maximum number of frames of a file that are compared with namesakes: a recursion has thousands. */
const MAX_COMPARED = 30;

/** Finds the symbols of the index that the frames of a stack trace name. */
export class FrameMatcher {
  private readonly locator: PathLocator;
  private readonly names: NameMatcher;
  private readonly namesakes: Namesakes;

  /** @param packages packages of the repository; installed packages of other names are foreign */
  constructor(
    private readonly graph: SymbolGraph,
    private readonly packages: readonly RepositoryPackage[],
  ) {
    this.locator = new PathLocator(graph);
    this.names = new NameMatcher(graph);
    this.namesakes = new Namesakes(graph);
  }

  /**
   * The frames whose package is not of the repository, by file name, function and neighbours: the repository may have been renamed. For traces of which
   * nothing else matches.
   */
  matchRenamed(frames: readonly StackFrame[]): FrameMatch[] {
    const together = frames.flatMap(({ name }) => nameParts(name)?.name ?? []);
    return frames.flatMap((frame) => {
      const origin = classifyOrigin(frame.path);
      const traced = nameParts(frame.name);
      if (traced === undefined || origin.kind === "own" || origin.kind === "runtime") return [];
      const path = origin.kind === "go" ? origin.importPath : origin.inner;
      const symbol = this.names.find(traced, { folder: "", path, trust: "renamed" }, together);
      return symbol === undefined ? [] : [{ frame, file: this.graph.fileOf(symbol), symbol, isExact: false }];
    });
  }

  /** The matches of the frames that lie in the repository, in the order of the frames. */
  match(frames: readonly StackFrame[]): FrameMatch[] {
    const located = frames.map((frame): LocatedFrame => {
      const origin = this.originOf(frame.path);
      return { frame, origin, traced: nameParts(frame.name), file: this.fileOfOrigin(origin) };
    });
    const together = located.flatMap(({ traced }) => traced?.name ?? []);
    return located.flatMap((frame) => this.matchFrame(frame, located, together) ?? []);
  }

  private matchFrame(
    located: LocatedFrame,
    all: readonly LocatedFrame[],
    together: readonly string[],
  ): FrameMatch | undefined {
    const { frame, origin, traced, file } = located;
    const placed = file === undefined ? undefined : this.symbolInFile(file, located, all);
    if (placed?.isExact === true) return placed;
    if (traced !== undefined) {
      for (const scope of this.likelyScopes(origin, file)) {
        const symbol = this.names.find(traced, scope, together);
        if (symbol !== undefined) return { frame, file: this.graph.fileOf(symbol), symbol, isExact: false };
      }
    }
    return placed ?? this.matchBuiltFile(frame, origin);
  }

  /** A repository of Go that names no module may be any. */
  private originOf(path: string): FrameOrigin {
    const origin = classifyOrigin(path);
    const isUnknown = origin.kind === "go" && this.packages.every(({ kind }) => kind !== "go");
    return isUnknown ? { kind: "own", path } : origin;
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
        return this.fileInFolder(owner.folder, origin.inner);
      }
      case "go": {
        const found = goModuleOf(this.packages, origin.importPath);
        return found === undefined ? undefined : this.fileInFolder(found.owner.folder, found.inner);
      }
    }
  }

  private fileInFolder(folder: string, inner: string): string | undefined {
    const file = folder === "" ? inner : `${folder}/${inner}`;
    return this.graph.fileSymbols(file).length > 0 ? file : undefined;
  }

  /**
   * The symbol of a frame whose file is known: the one at the line if nothing speaks for a namesake, or another with the traced name, because traces are
   * often older than files.
   */
  private symbolInFile(file: string, located: LocatedFrame, all: readonly LocatedFrame[]): FrameMatch | undefined {
    const { graph } = this;
    const { frame, traced } = located;
    const found = innermostSymbol(graph, file, frame.line);
    if (found === undefined) return undefined;
    if (traced === undefined) return { frame, file, symbol: found, isExact: true };
    const enclosing = enclosingNamed(graph, found, traced.name);
    const symbol = this.namesakes.likeliest(
      { file, frame, traced, enclosing },
      all.filter((other) => other.file === file && other !== located).slice(0, MAX_COMPARED),
    );
    return { frame, file, symbol: symbol ?? found, isExact: symbol !== undefined };
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
      case "go": {
        const found = goModuleOf(this.packages, origin.importPath);
        if (found === undefined) return [];
        const { owner, inner } = found;
        const folder = [owner.folder, ...inner.split("/").slice(0, -1)].filter((part) => part !== "").join("/");
        // Functions of a Go package move freely between the files of its folder.
        return [
          { folder, path: inner, trust: "moved" },
          { folder: owner.folder, path: inner, trust: "moved" },
        ];
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
    const bundled = bundledPackage(this.packages, path);
    if (!isBuildOutput(path) && bundled === undefined) return [{ folder: "", path, trust: "module" }];
    const owner =
      this.packages.find(({ folder }) => folder !== "" && `/${path}`.includes(`/${folder}/`)) ??
      (isBundle(path) ? packageNamed(this.packages, fileStem(path).split(".")[0] ?? "") : undefined) ??
      bundled;
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
  const isCalledOn = qualifier !== undefined;
  return { name, isCalledOn, qualifier: !isCalledOn || ANY_OBJECT.test(qualifier) ? undefined : qualifier };
}

/** The folder of a file that has the name, with those above it; `undefined` if none has. */
function folderNamed(file: string, name: string): string | undefined {
  const parts = file.split("/").slice(0, -1);
  const at = parts.lastIndexOf(name);
  return at < 0 ? undefined : parts.slice(0, at + 1).join("/");
}

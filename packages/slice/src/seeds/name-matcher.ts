/** Finds the function that a frame names, where no path leads to it: among its namesakes the one whose module and neighbours fit the trace. */
import { addToList, type SymbolHandle } from "@sdl/model";
import type { SymbolGraph, SymbolRecord } from "@sdl/model/graph";
import { isTestCode, pathClass } from "@sdl/model/paths";
import { fileStem, isInside, sharedFolders } from "./locate.js";
import { type FrameName, holderName, isMember, isPlainFunction } from "./namesakes.js";

/** Where functions of a frame's name are searched, and what else they need to be accepted. */
export interface NameScope {
  /** Folder that the function must lie in; empty for the whole repository. */
  readonly folder: string;
  /** Path of the frame's file inside its package. */
  readonly path: string;
  /**
   * What a namesake needs beside its name. `package`: nothing, the code is the folder's; `moved`: to be the only one in the folder, or further evidence;
   * `module`: that its file is `source`, or has the frame's file name and shares a folder or has further evidence; `renamed`: the frame's file name and
   * further evidence; `bundle`: further evidence. That is the traced qualifier, or another name of the trace in its file.
   */
  readonly trust: "package" | "moved" | "module" | "renamed" | "bundle";
  /** The only file that the frame's file can have been built from. */
  readonly source?: string | undefined;
}

interface NameContext {
  readonly traced: FrameName;
  readonly scope: NameScope;
  /** The other names of the trace. */
  readonly others: readonly string[];
}

interface RatedNamesake {
  readonly record: SymbolRecord;
  /** Whether its class or object is the traced one. */
  readonly isQualified: boolean;
  /** Number of other names of the trace that its file defines. */
  readonly neighbours: number;
  readonly points: number;
}

const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "constructor", "class", "variable"]);
/** Maximum number of namesakes that are compared; a name with more says nothing. */
const MAX_NAMESAKES = 200;
/** Evidence, in points. */
const POINTS = { stem: 4, folder: 2, qualifier: 4, neighbour: 2, plain: 2, sibling: 1, callable: 1 } as const;
const MAX_SHARED_FOLDERS = 3;
const MAX_NEIGHBOURS = 4;
/** Shortest names, in characters, that are no common words of code: two of them, and one alone. */
const LEAST_TELLING = 10;
const LEAST_TELLING_ALONE = 18;

/** Finds a frame's function by its name, when the path leads to no indexed file. */
export class NameMatcher {
  private readonly filesByName = new Map<string, ReadonlySet<string>>();
  private folders: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(private readonly graph: SymbolGraph) {}

  /** @param together names of all frames of the trace: functions of one module often call each other */
  find(traced: FrameName, scope: NameScope, together: readonly string[]): SymbolHandle | undefined {
    const others = [...new Set(together.filter((name) => name !== traced.name))];
    const language = languageOf(scope.path);
    const namesakes = this.callableDefinitions(traced.name).filter(
      ({ file }) => language === undefined || languageOf(file) === language,
    );
    const isTelling =
      namesakes.length === 1 &&
      this.isTelling(traced.name) &&
      (traced.name.length >= LEAST_TELLING_ALONE || others.some((name) => this.isTelling(name)));
    const rated = namesakes
      .filter(({ file }) => isInside(file, scope.folder))
      .slice(0, MAX_NAMESAKES)
      .map((record) => this.rateNamesake(record, { traced, scope, others }));
    const isOnly = rated.length === 1 && scope.trust === "moved";
    const [best] = rated
      .filter((one) => isOnly || isTelling || isSupported(one, scope))
      .sort((a, b) => b.points - a.points || (a.record.id < b.record.id ? -1 : 1));
    return best?.record.handle;
  }

  private rateNamesake(record: SymbolRecord, { traced, scope, others }: NameContext): RatedNamesake {
    const { file, kind, handle } = record;
    const neighbours = others.filter((name) => this.filesNaming(name).has(file)).length;
    const isQualified = traced.qualifier !== undefined && holderName(this.graph, handle) === traced.qualifier;
    const points =
      (isNamedLike(file, scope.path) ? POINTS.stem : 0) +
      Math.min(sharedFolders(file, scope.path), MAX_SHARED_FOLDERS) * POINTS.folder +
      (isQualified || fileStem(file) === traced.qualifier ? POINTS.qualifier : 0) +
      (kind === "variable" ? 0 : POINTS.callable) +
      (isPlainFunction(traced, file) && !isMember(this.graph, handle) ? POINTS.plain : 0) +
      Math.min(neighbours, MAX_NEIGHBOURS) * POINTS.neighbour +
      Number(others.some((name) => this.hasMember(record.container, name))) * POINTS.sibling;
    return { record, isQualified, neighbours, points };
  }

  /** Whether a class defines the name, too. */
  private hasMember(holder: SymbolHandle | undefined, name: string): boolean {
    if (holder === undefined || this.graph.kindOf(holder) === "module") return false;
    return this.callableDefinitions(name).some(({ container }) => container === holder);
  }

  /** Whether a name is long enough, and defined once, so that two such names of one trace are no chance. */
  private isTelling(name: string): boolean {
    return name.length >= LEAST_TELLING && this.callableDefinitions(name).length === 1;
  }

  /** The folder of an installed Python package: of that name at the root, or in a folder there; `undefined` if there are several. */
  packageFolder(name: string): string | undefined {
    this.folders ??= packageFolders(this.graph);
    const [first, second] = this.folders.get(name) ?? [];
    return second === undefined ? first : undefined;
  }

  /** What a trace can call by the name, outside of tests. */
  private callableDefinitions(name: string): SymbolRecord[] {
    return this.graph
      .symbolsNamed(name)
      .filter((symbol) => {
        const file = this.graph.fileOf(symbol);
        // Declarations of types run nothing.
        if (!CALLABLE.has(this.graph.kindOf(symbol)) || pathClass(file) === "declaration") return false;
        return !isTestCode(this.graph, file);
      })
      .map((symbol) => this.graph.symbol(symbol))
      .filter(({ container }) => container === undefined || !isDeclaration(this.graph, container));
  }

  private filesNaming(name: string): ReadonlySet<string> {
    let files = this.filesByName.get(name);
    if (files === undefined) {
      files = new Set(this.callableDefinitions(name).map(({ file }) => file));
      this.filesByName.set(name, files);
    }
    return files;
  }
}

/** Language of a file of a trace or of the index, by its extension; scripts are one language. */
function languageOf(path: string): string | undefined {
  return /\.(?:(py)i?|(go)|[cm]?([jt]s)x?)$/
    .exec(path)
    ?.slice(1)
    .find((found) => found !== undefined)
    ?.replace("js", "ts");
}

/** Whether a symbol only declares its members: these run nothing. */
function isDeclaration(graph: SymbolGraph, symbol: SymbolHandle): boolean {
  const kind = graph.kindOf(symbol);
  return kind === "interface" || kind === "type";
}

/** Whether a file has the name of another, or lies in a folder of that name: large files become folders. */
function isNamedLike(file: string, path: string): boolean {
  const stem = plainStem(fileStem(path));
  return plainStem(fileStem(file)) === stem || plainStem(file.split("/").at(-2) ?? "") === stem;
}

/** `base_command`, `base-command` and `basecommand` are one name. */
function plainStem(stem: string): string {
  return stem.toLowerCase().replace(/[_-]/g, "");
}

function isSupported({ record: { file }, isQualified, neighbours }: RatedNamesake, scope: NameScope): boolean {
  const { trust, path, source } = scope;
  if (trust === "package") return true;
  const isEvident = isQualified || neighbours > 0;
  if (trust === "bundle" || trust === "moved") return isEvident;
  if (trust === "renamed") return isEvident && fileStem(file) === fileStem(path);
  return file === source || (fileStem(file) === fileStem(path) && (isEvident || sharedFolders(file, path) > 0));
}

/** Folders at the root and those in them, by name. */
function packageFolders(graph: SymbolGraph): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const folder of new Set(graph.files().flatMap(outerFolders))) {
    addToList(byName, folder.slice(folder.lastIndexOf("/") + 1), folder);
  }
  return byName;
}

/** The outermost folder of a file, and the one in it. */
function outerFolders(file: string): readonly string[] {
  const [outer, inner, ...rest] = file.split("/");
  if (inner === undefined) return [];
  return rest.length === 0 ? [outer ?? ""] : [outer ?? "", `${outer}/${inner}`];
}

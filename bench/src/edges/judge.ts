/**
 * Judges a graph's call edges by an oracle's. Both are pairs of declarations outside function bodies; an edge from a
 * declaration to itself does not count. Knows no language.
 */
import { Families } from "./families.js";
import type { Graph } from "./graph.js";
import type { DeclarationKey, Oracle, OracleSite, ReceiverKind } from "./oracle.js";
import { Places } from "./places.js";

/**
 * `value`: right, through a call of a value; `unjudged`: the compiler does not know the name here, or not the file.
 * Neither counts.
 */
export type Verdict = "right" | "wrong" | "value" | "unjudged";

/** An edge of the graph with its verdict. */
export interface JudgedEdge {
  readonly from: DeclarationKey;
  readonly to: DeclarationKey;
  readonly confidence: number;
  readonly rule: string;
  readonly verdict: Verdict;
  /**
   * Receiver of the call that makes the edge right; of a wrong edge, the receiver of a call of the same name, if any.
   */
  readonly receiver: ReceiverKind | undefined;
  /** Shape of that call; of a wrong edge, of a call of the same name to anything, or `undefined` if there is none. */
  readonly shape: string | undefined;
  readonly language: string;
  /** Start line of `from`. */
  readonly line: number;
}

/** All calls of one caller with the same targets. */
export interface WantedEdge {
  readonly site: OracleSite;
  readonly targets: readonly DeclarationKey[];
  readonly sites: number;
  /** Highest confidence of a matching edge; 0 if there is none. */
  readonly confidence: number;
}

/** The result of a comparison. */
export interface Judgement {
  readonly edges: readonly JudgedEdge[];
  readonly wanted: readonly WantedEdge[];
  /** Calls through values whose function is known. */
  readonly values: readonly WantedEdge[];
  readonly sites: Readonly<Record<OracleSite["status"], number>>;
  readonly heritage: HeritageCounts;
}

/** Bases of classes and interfaces, both ends in the repository. */
export interface HeritageCounts {
  readonly wanted: number;
  readonly met: number;
  readonly wrong: number;
}

/** Compares a graph with an oracle. */
export function judge(graph: Graph, oracle: Oracle): Judgement {
  const families = new Families(oracle.bases);
  const found = foundEdges(graph, oracle);
  const sites = { repository: 0, external: 0, value: 0, unresolved: 0 };
  const byCaller = new Map<DeclarationKey, CallerSites>();
  for (const told of oracle.sites) {
    const isUnknown = isNameless(told) || isDescribedOnly(told);
    const site = isUnknown ? { ...told, status: "unresolved" as const } : told;
    sites[site.status]++;
    const caller = byCaller.get(site.caller) ?? emptySites();
    byCaller.set(site.caller, caller);
    addSite(caller, site);
  }
  const judged = new Set(oracle.files);
  const edges = [...found.values()]
    .flat()
    .map((edge) => judgeEdge(edge, byCaller.get(edge.from), { families, judged }));
  const meet = (kind: "known" | "value") =>
    [...byCaller].flatMap(([from, caller]) => wantedEdges(from, caller[kind], found.get(from) ?? [], families));
  return { edges, wanted: meet("known"), values: meet("value"), sites, heritage: judgeHeritage(graph, oracle) };
}

function addSite(caller: CallerSites, site: OracleSite): void {
  if (site.status === "unresolved") for (const name of namesOf(site)) caller.names.add(name);
  else caller.resolved.set(site.name, site);
  if (site.status === "repository") caller.known.push(site);
  else if (site.status === "value") caller.value.push(site);
  if (site.isOpen === true) caller.names.add("");
}

/** Whether the compiler resolves a call to something that it has no declaration for: `exports.f = wrap(g)`. */
function isNameless({ status, targets }: OracleSite): boolean {
  return status === "repository" && targets.length === 0;
}

/** The call's name, and the names of what describes its callee: an import may have another name than what it imports. */
function namesOf({ name, targets }: OracleSite): string[] {
  const described = targets.map((target) => target.slice(Math.max(target.lastIndexOf("."), target.indexOf("#")) + 1));
  return [name, ...described.filter((one) => one !== "")];
}

/**
 * Whether all targets are in declaration files, which describe code that is elsewhere, such as the repository's own
 * JavaScript: then the compiler does not say what runs. What they add to the global scope is described nowhere else.
 */
function isDescribedOnly({ targets }: OracleSite): boolean {
  return targets.length > 0 && targets.every((target) => /\.d\.[mc]?ts#(?!global\.)/.test(target));
}

/** The method that calling an object runs in Python: the oracle only knows where the object comes from. */
const CALLED_OBJECT = ".__call__";

interface CallerSites {
  readonly known: OracleSite[];
  readonly value: OracleSite[];
  /** Called names that the compiler does not resolve; an empty one for what has no name, or is a value that may be any function. */
  readonly names: Set<string>;
  /** Calls that the compiler resolves, to any target, by name. */
  readonly resolved: Map<string, OracleSite>;
}

function emptySites(): CallerSites {
  return { known: [], value: [], names: new Set(), resolved: new Map() };
}

interface FoundEdge {
  readonly from: DeclarationKey;
  readonly to: DeclarationKey;
  readonly confidence: number;
  readonly rule: string;
  readonly names: readonly string[];
  /**
   * Whether the call has another name than the target: a type, which is reached by a call signature, or a class inside a
   * function, which is reached as what the function gives.
   */
  readonly isRenamed: boolean;
  readonly file: string;
  readonly line: number;
}

/** Call edges between declarations, by caller; of several between the same two, the one of highest confidence. */
function foundEdges({ symbols, calls }: Graph, oracle: Oracle): Map<DeclarationKey, FoundEdge[]> {
  const places = new Places(oracle.declarations);
  const keys = new Map<string, DeclarationKey>();
  for (const symbol of symbols.values()) keys.set(symbol.symbolId, places.keyOf(symbol));
  const best = new Map<string, FoundEdge>();
  for (const { from, to, confidence, resolverId } of calls) {
    const source = symbols.get(from.symbolId);
    const target = symbols.get(to?.symbolId ?? "");
    const fromKey = keys.get(from.symbolId);
    const toKey = keys.get(to?.symbolId ?? "");
    if (source === undefined || target === undefined || fromKey === undefined || toKey === undefined) continue;
    // Python's own parser may be older than a file's syntax: then nothing in the file is declared.
    if (fromKey === toKey || [source, target].some(({ file }) => oracle.declarations[file] === undefined)) continue;
    const key = `${fromKey}\0${toKey}`;
    const known = best.get(key);
    if (known !== undefined && known.confidence >= confidence) continue;
    const names = target.qualifiedName.split(".");
    const isRenamed = hasOtherName(target.kind, names, toKey);
    const { file, line } = source;
    best.set(key, { from: fromKey, to: toKey, confidence, rule: resolverId, names, isRenamed, file, line });
  }
  const byCaller = new Map<DeclarationKey, FoundEdge[]>();
  for (const edge of best.values()) byCaller.set(edge.from, [...(byCaller.get(edge.from) ?? []), edge]);
  return byCaller;
}

/**
 * See `isRenamed` of {@link FoundEdge}.
 * @param names of the target and what is around it
 * @param key of the target's declaration: for a symbol inside a function, that of the function
 */
function hasOtherName(kind: string, names: readonly string[], key: DeclarationKey): boolean {
  return /^(?:interface|type)$/.test(kind) || (kind === "class" && !key.endsWith(names.at(-1) ?? ""));
}

function judgeEdge(
  edge: FoundEdge,
  caller: CallerSites | undefined,
  { families, judged }: { readonly families: Families; readonly judged: ReadonlySet<string> },
): JudgedEdge {
  const { from, to, confidence, rule, line, file, names } = edge;
  // A call that leads to a class makes an object: that runs a constructor which the class may inherit.
  const accepts = (site: OracleSite) =>
    site.targets.some((target) => families.areOne(target, to) || families.isAbove(to, target));
  const site = caller?.known.find(accepts);
  let verdict: Verdict = "wrong";
  if (site !== undefined) verdict = "right";
  else if (!judged.has(file)) verdict = "unjudged";
  else if (caller?.value.some((call) => accepts(call) || isThrough(call, edge))) verdict = "value";
  else if (caller !== undefined && isUnknown(caller, edge)) verdict = "unjudged";
  const name = names.at(-1) ?? "";
  const namesake = site ?? caller?.known.find((known) => known.name === name);
  const shape = (namesake ?? caller?.resolved.get(name))?.shape;
  return { from, to, confidence, rule, verdict, receiver: namesake?.receiver, shape, language: languageOf(file), line };
}

function judgeHeritage({ symbols, heritage }: Graph, oracle: Oracle): HeritageCounts {
  const places = new Places(oracle.declarations);
  const keyOf = (id: string | undefined) => {
    const symbol = symbols.get(id ?? "");
    return symbol === undefined || oracle.declarations[symbol.file] === undefined ? undefined : places.keyOf(symbol);
  };
  const wanted = new Map(Object.entries(oracle.heritage).map(([key, bases]) => [key, new Set(bases)]));
  const found = new Map<DeclarationKey, Set<DeclarationKey>>();
  for (const { from, to } of heritage) {
    const [key, base] = [keyOf(from.symbolId), keyOf(to?.symbolId)];
    if (key !== undefined && base !== undefined) found.set(key, (found.get(key) ?? new Set()).add(base));
  }
  const isMet = (base: DeclarationKey, others: Iterable<DeclarationKey> = []) =>
    [...others].some((other) => isOneBase(base, other, oracle));
  const all = [...wanted].flatMap(([key, bases]) => [...bases].map((base) => isMet(base, found.get(key))));
  const known = [...found].flatMap(([key, bases]) => [...bases].map((base) => isMet(base, wanted.get(key))));
  return { wanted: all.length, met: all.filter(Boolean).length, wrong: known.filter((met) => !met).length };
}

/** Whether two bases are the same, or one is in a declaration file and the other in the script beside it, which runs. */
function isOneBase(a: DeclarationKey, b: DeclarationKey, { declarations }: Oracle): boolean {
  if (a === b) return true;
  const [fileA, fileB] = [fileOf(a), fileOf(b)];
  return scriptBeside(fileA, declarations) === fileB || scriptBeside(fileB, declarations) === fileA;
}

/** The JavaScript beside a declaration file. */
function scriptBeside(file: string, declarations: Oracle["declarations"]): string | undefined {
  const script = file.replace(/\.d\.([mc]?)ts$/, ".$1js");
  return script !== file && declarations[script] !== undefined ? script : undefined;
}

function fileOf(key: DeclarationKey): string {
  return key.slice(0, key.indexOf("#"));
}

/**
 * Whether the caller calls one of the edge's names unresolved, or calls something without a name and calls none of the
 * names otherwise. A call signature, a class that a function gives, and a default export without a name may be called under
 * any name.
 */
function isUnknown({ names, resolved }: CallerSites, edge: FoundEdge): boolean {
  const called = edge.names.slice(-2);
  if ((edge.isRenamed || called.at(-1) === "default") && names.size > 0) return true;
  if (called.some((name) => names.has(name))) return true;
  return names.has("") && !called.some((name) => resolved.has(name));
}

/**
 * Whether the call goes through a value of that name, a called object, or the caller's class (Python's `cls()`). A value
 * with the name of a function may be what that function makes: a fixture of pytest.
 */
function isThrough(call: OracleSite, { to, names }: FoundEdge): boolean {
  const isOwnClass = /^(?:cls|__class__)$/.test(call.name) && call.caller.startsWith(`${to}.`);
  const isMade = names.length > 1 && to.endsWith(`#${call.name}`);
  return isOwnClass || isMade || call.name === names.at(-1) || to.endsWith(CALLED_OBJECT);
}

function wantedEdges(
  from: DeclarationKey,
  sites: readonly OracleSite[],
  found: readonly FoundEdge[],
  families: Families,
): WantedEdge[] {
  const grouped = new Map<string, { site: OracleSite; targets: DeclarationKey[]; sites: number }>();
  for (const site of sites) {
    const targets = site.targets.filter((target) => target !== from).sort();
    if (targets.length === 0 || site.targets.includes(from)) continue;
    const group = grouped.get(targets.join("\0"));
    if (group === undefined) grouped.set(targets.join("\0"), { site, targets, sites: 1 });
    else group.sites++;
  }
  return [...grouped.values()].map((group) => {
    const meets = found.filter(({ to }) => group.targets.some((target) => families.areOne(target, to)));
    return { ...group, confidence: Math.max(0, ...meets.map(({ confidence }) => confidence)) };
  });
}

/** The language of a file, by its extension. */
export function languageOf(file: string): string {
  if (/\.pyi?$/.test(file)) return "python";
  return /\.[mc]?tsx?$/.test(file) ? "typescript" : "javascript";
}

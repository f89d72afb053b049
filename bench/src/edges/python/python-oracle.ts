/**
 * Oracle for Python: pyright says where a name is defined; Python's own syntax tree says what calls what. Files are
 * taken in a seeded order until enough call sites are asked about; edges out of the other files are not judged.
 */
import { randomNumbers } from "../../statistics/random.js";
import type { DeclarationKey, Oracle, OracleSite, ReceiverKind } from "../oracle.js";
import { type PythonFile, type PythonSite, readCallSites } from "./call-sites.js";
import { type Definition, Definitions } from "./definitions.js";
import { declarationKey, PythonProject } from "./project.js";
import { PyrightServer } from "./pyright-server.js";
import { shapeOf } from "./shapes.js";

/** Increase it with every change of what is recorded. */
export const PYTHON_ORACLE_VERSION = 12;

const SEED = 20_261_122;
/** `self.__class__(…)`: every object declares it, so pyright's definition is outside the project. */
const OWN_CLASS = "__class__";

/** Builds the oracle of a project. @param maxSites files are added until this many sites were asked about */
export async function askPyright(root: string, files: readonly string[], maxSites: number): Promise<Oracle> {
  const read = readCallSites(root, files);
  const project = new PythonProject(read);
  const server = await PyrightServer.start(root);
  try {
    const asker = new Asker(project, new Definitions(root, project, server));
    const sample: string[] = [];
    const sites: OracleSite[] = [];
    for (const file of shuffled(read)) {
      if (asker.asked >= maxSites) break;
      sample.push(file.file);
      sites.push(...(await asker.sitesOf(file)));
    }
    const bases = await asker.basesOf(read);
    return { declarations: project.declarations, sites, bases, heritage: bases, files: sample.sort() };
  } finally {
    server.stop();
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  const random = randomNumbers(SEED);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

class Asker {
  asked = 0;

  constructor(
    private readonly project: PythonProject,
    private readonly definitions: Definitions,
  ) {}

  async sitesOf({ file, sites }: PythonFile): Promise<OracleSite[]> {
    const wanted = sites.filter(({ form, name }) => form !== "access" || this.project.propertyNames.has(name));
    const found = await Promise.all(wanted.map((site) => this.siteOf(file, site)));
    return found.filter((site) => site !== undefined);
  }

  /** Bases of all classes, also outside the sample: overriding crosses its edge. */
  async basesOf(files: readonly PythonFile[]): Promise<Record<DeclarationKey, DeclarationKey[]>> {
    const bases: Record<DeclarationKey, DeclarationKey[]> = {};
    for (const { file, bases: own } of files) {
      const found = await Promise.all(own.map(({ at: [line, col] }) => this.definitions.of({ file, line, col })));
      own.forEach(({ path }, index) => {
        const keys = (found[index] ?? []).map(({ key }) => key);
        const cls = declarationKey(file, path);
        if (keys.length > 0) bases[cls] = [...(bases[cls] ?? []), ...keys];
      });
    }
    return bases;
  }

  private async siteOf(file: string, site: PythonSite): Promise<OracleSite | undefined> {
    const found = await this.calleeOf(file, site);
    return found === undefined ? undefined : { ...found, shape: shapeOf(site, found) };
  }

  private async calleeOf(file: string, site: PythonSite): Promise<Omit<OracleSite, "shape"> | undefined> {
    const { line, col, name, form } = site;
    const caller = this.project.ownerAt(file, line, col);
    const base = { file, line, col, name, caller };
    if (form === "misplaced") return { ...base, status: "unresolved", receiver: "same file", targets: [] };
    if (name === OWN_CLASS && form === "call") return { ...base, status: "value", receiver: "this", targets: [] };
    this.asked++;
    const found = await this.definitions.of({ file, line, col });
    if (form === "access") return accessOf(base, found);
    const receiver = receiverOf(file, site, caller, found?.[0]);
    if (found === undefined) {
      const open = isValueName(site) ? { isOpen: true } : {};
      return { ...base, status: "unresolved", receiver, targets: [], ...open };
    }
    if (found.length === 0) return { ...base, status: "external", receiver, targets: [] };
    const targets = found.map(({ key }) => key);
    if (found.some(({ isDirect }) => isDirect))
      return { ...base, status: "repository", receiver, targets: unique(targets) };
    const called = await this.definitions.calledObjects({ file, line, col });
    const isOpen =
      called.length === 0 && found.every(({ declaration }) => (declaration?.kind ?? "variable") === "variable");
    return {
      ...base,
      status: "value",
      receiver,
      targets: unique([...targets, ...called]),
      ...(isOpen ? { isOpen } : {}),
    };
  }
}

/** Whether the callee is a name that the call's function or module gives a value: a parameter, an assigned name. */
function isValueName({ object, source }: PythonSite): boolean {
  return object === null && /^(?:parameter|declared|contextual|iterated|entered|part of|name of)\b/.test(source);
}

function unique(keys: readonly DeclarationKey[]): DeclarationKey[] {
  return [...new Set(keys)];
}

type SiteBase = Pick<OracleSite, "file" | "line" | "col" | "name" | "caller">;

/** A read attribute is a call only if it is a property. @param found `undefined` if nothing is known */
function accessOf(base: SiteBase, found: readonly Definition[] | undefined): Omit<OracleSite, "shape"> | undefined {
  if (found === undefined) return { ...base, status: "unresolved", receiver: "accessor", targets: [] };
  const properties = found.filter(({ declaration }) => declaration?.kind === "property");
  if (properties.length === 0) return undefined;
  return {
    ...base,
    status: "repository",
    receiver: "accessor",
    targets: unique(properties.map(({ key }) => key)),
  };
}

function receiverOf(
  file: string,
  { form, object }: PythonSite,
  caller: DeclarationKey,
  found: Definition | undefined,
): ReceiverKind {
  if (form === "decorator") return "decorator";
  if (object === "super()") return "super";
  if (found?.declaration?.kind === "class") return "new";
  if (object === null) return found === undefined || found.file === file ? "same file" : "import";
  return memberKind(object, caller, found);
}

function memberKind(object: string, caller: DeclarationKey, found: Definition | undefined): ReceiverKind {
  const { declaration, key = "" } = found ?? {};
  if (!declaration?.path.includes(".")) return "namespace";
  if (declaration.kind === "abstract") return "interface method";
  const holder = key.slice(0, key.lastIndexOf("."));
  if (object === "self" || object === "cls") return caller.startsWith(`${holder}.`) ? "this" : "inherited";
  return holder.endsWith(`.${object}`) || holder.endsWith(`#${object}`) ? "static" : "typed receiver";
}

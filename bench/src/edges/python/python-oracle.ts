/**
 * Pyright as an oracle for Python. It says where a name is defined; what calls what follows from Python's own syntax tree. Files are
 * taken in a seeded order until enough call sites are asked about; edges out of the others are not judged.
 */
import { join, relative } from "node:path";
import { randomNumbers } from "../../product/random.js";
import type { DeclarationKey, Oracle, OracleSite, ReceiverKind } from "../oracle.js";
import { type PythonDeclaration, type PythonFile, type PythonSite, readCallSites } from "./call-sites.js";
import { declarationKey, PythonProject } from "./project.js";
import { PyrightServer } from "./pyright-server.js";

/** Rises with every change of what is recorded. */
export const PYTHON_ORACLE_VERSION = 2;

const SEED = 20_261_122;
const MAX_ALIASES = 4;

/** @param maxSites files are added while fewer sites than that were asked about */
export async function askPyright(root: string, files: readonly string[], maxSites: number): Promise<Oracle> {
  const read = readCallSites(root, files);
  const project = new PythonProject(read);
  const server = await PyrightServer.start(root);
  try {
    const asker = new Asker(root, project, server);
    const sample: string[] = [];
    const sites: OracleSite[] = [];
    for (const file of shuffled(read)) {
      if (asker.asked >= maxSites) break;
      sample.push(file.file);
      sites.push(...(await asker.sitesOf(file)));
    }
    return { declarations: project.declarations, sites, bases: await asker.basesOf(read), files: sample.sort() };
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

interface Definition {
  readonly file: string;
  readonly declaration: PythonDeclaration | undefined;
  /** What it belongs to: itself, or what it stands in. */
  readonly key: DeclarationKey;
  /** Whether calling it runs a body known here. */
  readonly isDirect: boolean;
}

class Asker {
  asked = 0;
  private readonly known = new Map<string, Promise<Definition[] | undefined>>();

  constructor(
    private readonly root: string,
    private readonly project: PythonProject,
    private readonly server: PyrightServer,
  ) {}

  async sitesOf({ file, sites }: PythonFile): Promise<OracleSite[]> {
    const wanted = sites.filter(({ form, name }) => form !== "access" || this.project.propertyNames.has(name));
    const found = await Promise.all(wanted.map((site) => this.siteOf(file, site)));
    return found.filter((site) => site !== undefined);
  }

  /** Bases of all classes: which method overrides which does not end at a sample's edge. */
  async basesOf(files: readonly PythonFile[]): Promise<Record<DeclarationKey, DeclarationKey[]>> {
    const bases: Record<DeclarationKey, DeclarationKey[]> = {};
    for (const { file, bases: own } of files) {
      const found = await Promise.all(own.map(({ at: [line, col] }) => this.define(file, line, col)));
      own.forEach(({ path }, index) => {
        const keys = (found[index] ?? []).map(({ key }) => key);
        const cls = declarationKey(file, path);
        if (keys.length > 0) bases[cls] = [...(bases[cls] ?? []), ...keys];
      });
    }
    return bases;
  }

  private async siteOf(file: string, site: PythonSite): Promise<OracleSite | undefined> {
    const { line, col, name, form } = site;
    const caller = this.project.ownerAt(file, line, col);
    const base = { file, line, col, name, caller };
    if (form === "misplaced") return { ...base, status: "unresolved", receiver: "same file", targets: [] };
    this.asked++;
    const found = await this.define(file, line, col);
    if (form === "access") return accessOf(base, found ?? []);
    const receiver = receiverOf(file, site, caller, found?.[0]);
    if (found === undefined) return { ...base, status: "unresolved", receiver, targets: [] };
    if (found.length === 0) return { ...base, status: "external", receiver, targets: [] };
    const status = found.some(({ isDirect }) => isDirect) ? "repository" : "value";
    return { ...base, status, receiver, targets: [...new Set(found.map(({ key }) => key))] };
  }

  /** Definitions in the project; none when they lie elsewhere, `undefined` when nothing is known. */
  private define(file: string, line: number, col: number, hops = 0): Promise<Definition[] | undefined> {
    const key = `${file}:${line}:${col}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const answer = this.ask(file, line, col, hops);
    this.known.set(key, answer);
    return answer;
  }

  private async ask(file: string, line: number, col: number, hops: number): Promise<Definition[] | undefined> {
    const places = await this.server.definitions({ file: join(this.root, file), line, col });
    if (places.length === 0) return undefined;
    const found: Definition[] = [];
    for (const place of places) {
      const path = relative(this.root, place.file).replaceAll("\\", "/");
      if (!this.project.has(path)) continue;
      const declaration = this.project.at(path, place.line, place.col);
      found.push(this.definitionAt(path, place.line, place.col, declaration));
      const alias = declaration?.alias;
      if (alias && hops < MAX_ALIASES) found.push(...((await this.define(path, alias[0], alias[1], hops + 1)) ?? []));
    }
    return found;
  }

  private definitionAt(
    file: string,
    line: number,
    col: number,
    declaration: PythonDeclaration | undefined,
  ): Definition {
    if (declaration !== undefined) {
      return { file, declaration, key: declarationKey(file, declaration.path), isDirect: true };
    }
    const isModule = line === 1 && col === 0;
    const isDirect = !isModule && this.project.isNested(file, line, col);
    return { file, declaration, key: this.project.ownerAt(file, line, col), isDirect };
  }
}

type SiteBase = Pick<OracleSite, "file" | "line" | "col" | "name" | "caller">;

/** An attribute that is read is a call only where it is a property. */
function accessOf(base: SiteBase, found: readonly Definition[]): OracleSite | undefined {
  const properties = found.filter(({ declaration }) => declaration?.kind === "property");
  if (properties.length === 0) return undefined;
  return {
    ...base,
    status: "repository",
    receiver: "accessor",
    targets: [...new Set(properties.map(({ key }) => key))],
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

/** Definitions of Python names in the project, from pyright's answers; aliases are followed. */
import { join, relative } from "node:path";
import type { DeclarationKey } from "../oracle.js";
import type { PythonDeclaration } from "./call-sites.js";
import { declarationKey, type PythonProject } from "./project.js";
import type { FilePlace, PyrightServer } from "./pyright-server.js";

const MAX_ALIASES = 4;

/** A definition that a name leads to. */
export interface Definition {
  readonly file: string;
  readonly declaration: PythonDeclaration | undefined;
  /** Key of the declaration that owns it: itself, or the enclosing one. */
  readonly key: DeclarationKey;
  /** Whether calling it runs a known body, not reached through a parameter, local or attribute. */
  readonly isDirect: boolean;
}

/** A place with its path relative to the root, and whether it was reached through declarations only. */
interface Step {
  readonly place: FilePlace;
  readonly isDeclared: boolean;
}

/** Finds definitions, and caches pyright's answers. */
export class Definitions {
  private readonly known = new Map<string, Promise<FilePlace[] | undefined>>();

  constructor(
    private readonly root: string,
    private readonly project: PythonProject,
    private readonly server: PyrightServer,
  ) {}

  /** Definitions in the project; empty if they are outside, `undefined` if nothing is known. */
  async of(start: FilePlace): Promise<Definition[] | undefined> {
    const places = await this.placesOf(start);
    if (places === undefined) return undefined;
    const found: Definition[] = [];
    const seen = new Set<string>();
    let open: Step[] = places.map((place) => ({ place, isDeclared: true }));
    for (let hops = 0; hops <= MAX_ALIASES && open.length > 0; hops++) {
      const next: Step[] = [];
      for (const { place, isDeclared } of open) {
        if (seen.has(placeKeyOf(place))) continue;
        seen.add(placeKeyOf(place));
        const definition = this.at(place);
        found.push({ ...definition, isDirect: definition.isDirect && isDeclared });
        const isChain = isDeclared && definition.declaration !== undefined;
        next.push(...(await this.aliasDefinitions(place, isChain)));
        for (const base of await this.inheritedConstructors(place)) next.push({ place: base, isDeclared });
      }
      open = next;
    }
    return found;
  }

  /**
   * Functions that run when a value of a known class is called: the constructor if the value is the class itself, else
   * `__call__`.
   */
  async calledObjects({ file, line, col }: FilePlace): Promise<DeclarationKey[]> {
    const places = await this.server.typeDefinitions({ file: join(this.root, file), line, col });
    return places
      .map((place) => this.relativeTo(place))
      .flatMap((place) => {
        const type = this.project.at(place.file, place.line, place.col);
        if (type?.kind !== "class") return [];
        return [declarationKey(place.file, type.path), declarationKey(place.file, `${type.path}.__call__`)];
      });
  }

  /**
   * Definitions of the names that a variable, parameter or attribute is an alias of, or that create its value.
   * @param isChain whether the alias itself was reached through declarations only
   */
  private async aliasDefinitions({ file, line, col }: FilePlace, isChain: boolean): Promise<Step[]> {
    const aliases = this.project.aliasesAt(file, line, col);
    const found = await Promise.all(
      aliases.map(async ({ at: [atLine, atCol], isMade }) => {
        const places = await this.placesOf({ file, line: atLine, col: atCol });
        return (places ?? []).map((place) => ({ place, isDeclared: isChain && !isMade }));
      }),
    );
    return found.flat();
  }

  /** Classes whose constructor runs when the class inside a function at that place is made. */
  private async inheritedConstructors({ file, line, col }: FilePlace): Promise<FilePlace[]> {
    const bases = this.project.inheritedConstructors(file, line, col);
    const found = await Promise.all(bases.map(([atLine, atCol]) => this.placesOf({ file, line: atLine, col: atCol })));
    return found.flatMap((places) => places ?? []);
  }

  private placesOf(place: FilePlace): Promise<FilePlace[] | undefined> {
    const key = placeKeyOf(place);
    const known = this.known.get(key) ?? this.ask(place);
    this.known.set(key, known);
    return known;
  }

  private async ask({ file, line, col }: FilePlace): Promise<FilePlace[] | undefined> {
    const places = await this.server.definitions({ file: join(this.root, file), line, col });
    if (places.length === 0) return undefined;
    return places.map((place) => this.relativeTo(place)).filter((place) => this.project.has(place.file));
  }

  private relativeTo({ file, line, col }: FilePlace): FilePlace {
    return { file: relative(this.root, file).replaceAll("\\", "/"), line, col };
  }

  private at({ file, line, col }: FilePlace): Definition {
    const declaration = this.project.at(file, line, col);
    if (declaration !== undefined) {
      const isDirect = declaration.kind !== "variable";
      return { file, declaration, key: declarationKey(file, declaration.path), isDirect };
    }
    const isModule = line === 1 && col === 0;
    const isDirect = !isModule && this.project.isNested(file, line, col);
    return { file, declaration, key: this.project.ownerAt(file, line, col), isDirect };
  }
}

function placeKeyOf({ file, line, col }: FilePlace): string {
  return `${file}:${line}:${col}`;
}

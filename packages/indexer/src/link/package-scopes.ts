/**
 * Names that the files of a folder share because they belong to one package. Knows folders and facts; refuses to record lookups (its users do).
 * A folder may hold several packages: one beside its tests, and programs that a build leaves out. Declarations of one name, made for
 * different systems, all count.
 */
import { type FileHandle, KIND_CODE } from "@sdl/model";
import { ownerName } from "@sdl/model/facts";
import type { FactsSource } from "@sdl/model/graph";
import type { FileContext } from "./files/file-context.js";
import { parentPath } from "./modules/paths.js";
import { RULE } from "./values/rule-table.js";
import { declaration, NOTHING, type Target, union, type Value } from "./values/target.js";

/** Declarations of one package in a folder. */
export interface PackageNames {
  readonly outermost: ReadonlyMap<number, Value>;
  /** By the type's name, then by the method's. */
  readonly methods: ReadonlyMap<string, ReadonlyMap<number, Value>>;
  readonly files: readonly FileHandle[];
}

/** Packages by folder, read at the first request. */
export class PackageScopes {
  private filesByFolder: Map<string, FileHandle[]> | undefined;
  /** By folder, then by the package's name. */
  private readonly packages = new Map<string, ReadonlyMap<string, PackageNames>>();

  constructor(
    private readonly source: FactsSource,
    private readonly context: (file: FileHandle) => FileContext,
  ) {}

  /** The package that a file belongs to. */
  around(ctx: FileContext): PackageNames | undefined {
    return this.packagesIn(parentPath(ctx.path)).get(ctx.packageName ?? "");
  }

  /** The package that an import of the folder means, with its name. */
  imported(folder: string): readonly [name: string, names: PackageNames] | undefined {
    const found = [...this.packagesIn(folder)].filter(([name]) => !name.endsWith("_test"));
    return found.find(([name]) => name !== "main") ?? found[0];
  }

  /** Packages are read again at the next request. The list of files in a folder stays. */
  forgetNames(): void {
    this.packages.clear();
  }

  private packagesIn(folder: string): ReadonlyMap<string, PackageNames> {
    const known = this.packages.get(folder);
    if (known !== undefined) return known;
    const packages = new Map<string, PackageBuilder>();
    this.filesByFolder ??= this.groupFiles();
    for (const file of this.filesByFolder.get(folder) ?? []) {
      const ctx = this.context(file);
      if (ctx.packageName === undefined) continue;
      const builder = packages.get(ctx.packageName) ?? new PackageBuilder();
      packages.set(ctx.packageName, builder);
      builder.add(ctx);
    }
    this.packages.set(folder, packages);
    return packages;
  }

  private groupFiles(): Map<string, FileHandle[]> {
    const grouped = new Map<string, FileHandle[]>();
    for (const file of this.source.files()) {
      const folder = parentPath(this.source.path(file));
      const known = grouped.get(folder);
      if (known === undefined) grouped.set(folder, [file]);
      else known.push(file);
    }
    return grouped;
  }
}

class PackageBuilder implements PackageNames {
  readonly outermost = new Map<number, Value>();
  readonly methods = new Map<string, Map<number, Value>>();
  readonly files: FileHandle[] = [];

  add(ctx: FileContext): void {
    this.files.push(ctx.handle);
    for (const { ordinal, name, owner } of packageMembers(ctx)) {
      const target = declaration(ctx.handle, ordinal, RULE.imported);
      if (owner === undefined) addTo(this.outermost, name, target);
      else {
        const methods = this.methods.get(owner) ?? new Map<number, Value>();
        this.methods.set(owner, methods);
        addTo(methods, name, target);
      }
    }
  }
}

function addTo(names: Map<number, Value>, name: number, target: Target): void {
  names.set(name, union(names.get(name) ?? NOTHING, [target]));
}

/** A name that a package declares in one of its files. */
export interface PackageMember {
  readonly ordinal: number;
  readonly name: number;
  /** Of a method, the name of its type. */
  readonly owner: string | undefined;
}

/**
 * Declarations that a file adds to its package: top-level symbols, and methods of types that this or another file
 * declares.
 */
export function packageMembers(ctx: FileContext): readonly PackageMember[] {
  if (ctx.packageName === undefined) return [];
  const { page, symbols } = ctx;
  const members: PackageMember[] = [];
  for (let ordinal = 1; ordinal < symbols.rows; ordinal++) {
    const container = symbols.container[ordinal] ?? 0;
    const isMethod = ctx.kind(ordinal) === KIND_CODE.method;
    if (container !== 0 && (!isMethod || ctx.kind(container) === KIND_CODE.interface)) continue;
    const within = container === 0 ? ownerName(page, ordinal) : page.string(symbols.name[container] ?? 0);
    members.push({ ordinal, name: ctx.name(symbols.name[ordinal] ?? 0), owner: isMethod ? within : undefined });
  }
  return members;
}

/**
 * Rule 10 where types fit interfaces by their methods alone: types of the packages that the caller can see, which are its own, those that
 * it imports, and the interface's.
 */
import { hash32 } from "@sdl/model/text";
import type { FileContext } from "../../files/file-context.js";
import { methodsLookup, packageHoldersLookup, packageLookup, packageNamesLookup } from "../../lookups.js";
import { parentPath } from "../../modules/paths.js";
import type { PackageNames } from "../../package-scopes.js";
import { FULL_FUEL } from "../../recorder.js";
import { NOTHING, type Target, TargetKind, type Value } from "../../values/target.js";
import type { Evaluation } from "../evaluation.js";

/** Finds the types whose methods satisfy an interface. */
export class StructuralTypes {
  /** By folder. */
  private visible: ReadonlyMap<string, PackageNames> | undefined;
  /** By interface, the names of its methods. */
  private readonly wanted = new Map<string, readonly number[]>();

  constructor(
    private readonly ev: Evaluation,
    private readonly caller: FileContext,
    private readonly hasMethod: (type: Target, name: number) => boolean,
  ) {}

  /** Types that declare a method with the name and all other methods of the interface. */
  fitting(ctx: FileContext, cls: number, name: number): readonly Target[] {
    const key = `${ctx.handle} ${cls}`;
    const wanted = this.wanted.get(key) ?? this.methodNames(ctx, cls);
    this.wanted.set(key, wanted);
    this.visible ??= this.visiblePackages();
    const own = this.packageOf(ctx);
    return [...new Map([...this.visible, ...own])].flatMap(([folder, names]) =>
      this.typesWith(folder, names, name).filter((type) => wanted.every((method) => this.hasMethod(type, method))),
    );
  }

  /** Methods of the interface and of the interfaces that it embeds; interfaces outside the repository are unknown. */
  private methodNames(ctx: FileContext, cls: number): readonly number[] {
    const names = new Set<number>();
    for (const { kind, file, symbol } of this.ev.ancestors(ctx, cls, FULL_FUEL)) {
      if (kind !== TargetKind.Declaration) continue;
      const holder = this.ev.context(file);
      this.ev.record(holder, methodsLookup(holder.idHash(symbol)));
      for (const name of holder.memberNames(symbol)) names.add(name);
    }
    return [...names];
  }

  private typesWith(folder: string, { methods, outermost }: PackageNames, name: number): Value {
    const { ev } = this;
    const folderHash = hash32(folder);
    ev.recorder.record(packageHoldersLookup(folderHash, ev.names.hash(name)));
    const found: Target[] = [];
    for (const [type, held] of methods) {
      ev.recorder.spend(1);
      if (!held.has(name)) continue;
      ev.recorder.record(packageLookup(folderHash, hash32(type)));
      found.push(...(outermost.get(ev.names.number(type)) ?? NOTHING));
    }
    return found;
  }

  private packageOf(ctx: FileContext): readonly (readonly [string, PackageNames])[] {
    const names = this.ev.packages.around(ctx);
    return names === undefined ? [] : [[parentPath(ctx.path), names]];
  }

  private visiblePackages(): ReadonlyMap<string, PackageNames> {
    const { caller, ev } = this;
    const found = new Map(this.packageOf(caller));
    for (const specifier of new Set(caller.imports.specifier)) {
      for (const target of ev.resolveWritten(caller, specifier)) {
        if (target.kind !== TargetKind.Package) continue;
        ev.recorder.record(packageNamesLookup(hash32(target.text)));
        const imported = ev.packages.imported(target.text);
        if (imported !== undefined) found.set(target.text, imported[1]);
      }
    }
    return found;
  }
}

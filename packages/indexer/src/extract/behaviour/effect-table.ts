/**
 * Table of the effects of calls, one per language, keyed by the callee's origin (module, class or global) and last
 * name.
 *
 * A name alone proves nothing (`save()` may be anything), so every entry belongs to an origin.
 */
import { EFFECT_CODE, type EffectKind } from "@sdl/model/facts";

/** Effect of a call that opens a file to read or write: the argument at this position holds the mode. */
type OpensAt = "opens file, mode at 0" | "opens file, mode at 1";

/**
 * By origin (`fs`, `pathlib.Path`, `global:console`), then by effect: last names, separated by blanks. `()` is a call
 * of the origin itself, `*` is any name without another entry in the origin.
 */
export type EffectTable = Readonly<Record<string, Readonly<Partial<Record<EffectKind | OpensAt, string>>>>>;

/** Effect of a call; `modeAt` is the position of the mode argument if the effect depends on the mode. */
export interface CallEffect {
  readonly kind: EffectKind;
  readonly modeAt?: number;
}

type Names = ReadonlyMap<string, CallEffect>;

/** Lookup of effects by the path of the callee. */
export class EffectRules {
  private readonly origins = new Map<string, Names>();
  private readonly heads: ReadonlySet<string>;

  constructor(table: EffectTable) {
    for (const [origin, effects] of Object.entries(table)) this.origins.set(origin, splitNames(effects));
    this.heads = new Set([...this.origins.keys()].flatMap((origin) => [origin, origin.split(".", 1)[0] ?? origin]));
  }

  /** Whether the table may have an entry for a path that starts with `head`; for most modules it has none. */
  mayHaveEntry(head: string): boolean {
    return this.heads.has(head) || this.ofModule(head) !== undefined;
  }

  /** @param path names from a module or global to the callee */
  find(path: readonly string[]): CallEffect | undefined {
    for (let length = path.length; length > 0; length--) {
      const names = length === 1 ? this.ofModule(path[0] ?? "") : this.origins.get(path.slice(0, length).join("."));
      if (names === undefined) continue;
      const last = length === path.length ? "()" : (path.at(-1) ?? "");
      return names.get(last) ?? (last === "()" ? undefined : names.get("*"));
    }
    return undefined;
  }

  /** The entry of a module. A subpath of a package (`mysql2/promise`) without an entry uses the package's entry. */
  private ofModule(specifier: string): Names | undefined {
    const known = this.origins.get(specifier);
    if (known !== undefined || !specifier.includes("/")) return known;
    const [root] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    return root === undefined ? undefined : this.origins.get(root);
  }
}

function splitNames(effects: Readonly<Partial<Record<string, string>>>): Names {
  const names = new Map<string, CallEffect>();
  for (const [effect, list] of Object.entries(effects)) {
    for (const name of (list ?? "").split(" ")) names.set(name, callEffect(effect));
  }
  return names;
}

function callEffect(effect: string): CallEffect {
  if (isEffect(effect)) return { kind: effect };
  return { kind: "reads file", modeAt: Number(effect.at(-1)) };
}

function isEffect(text: string): text is EffectKind {
  return Object.hasOwn(EFFECT_CODE, text);
}

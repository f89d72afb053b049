/**
 * Which calls have which effects: a table of each language, by the module a callee comes from and its last name.
 *
 * A name alone proves nothing (`save()` may be anything), so every entry stands under the module, class or global that makes it true.
 */
import { EFFECT_CODE, type EffectKind } from "@sdl/model/facts";

/** Calls that read or write by an argument: its position holds the mode with which a file is opened. */
type OpensAt = "opens file, mode at 0" | "opens file, mode at 1";

/**
 * By origin (`fs`, `pathlib.Path`, `global:console`), then by effect: last names, separated by blanks. `()` is a call of the origin
 * itself, `*` any name that no other entry of the origin has.
 */
export type EffectTable = Readonly<Record<string, Readonly<Partial<Record<EffectKind | OpensAt, string>>>>>;

/** What a call does: an effect, or one that depends on the mode at an argument. */
export interface CallEffect {
  readonly kind: EffectKind;
  readonly modeAt?: number;
}

type Names = ReadonlyMap<string, CallEffect>;

export class EffectRules {
  private readonly origins = new Map<string, Names>();
  private readonly heads: ReadonlySet<string>;

  constructor(table: EffectTable) {
    for (const [origin, effects] of Object.entries(table)) this.origins.set(origin, namesOf(effects));
    this.heads = new Set([...this.origins.keys()].flatMap((origin) => [origin, origin.split(".", 1)[0] ?? origin]));
  }

  /** Whether any path that begins so may be found; most modules have no entry. */
  knows(head: string): boolean {
    return this.heads.has(head) || this.ofModule(head) !== undefined;
  }

  /** @param path from a module or global to what is called */
  find(path: readonly string[]): CallEffect | undefined {
    for (let length = path.length; length > 0; length--) {
      const names = length === 1 ? this.ofModule(path[0] ?? "") : this.origins.get(path.slice(0, length).join("."));
      if (names === undefined) continue;
      const last = length === path.length ? "()" : (path.at(-1) ?? "");
      return names.get(last) ?? (last === "()" ? undefined : names.get("*"));
    }
    return undefined;
  }

  /** A subpath of a package (`mysql2/promise`) is its package when it has no entry of its own. */
  private ofModule(specifier: string): Names | undefined {
    const known = this.origins.get(specifier);
    if (known !== undefined || !specifier.includes("/")) return known;
    const [root] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    return root === undefined ? undefined : this.origins.get(root);
  }
}

function namesOf(effects: Readonly<Partial<Record<string, string>>>): Names {
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

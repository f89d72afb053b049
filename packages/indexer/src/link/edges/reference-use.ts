/** How references use what they name. */
import { RefKind } from "@sdl/model/facts";

export const USES = ["call", "read", "type", "write", "accessor"] as const;
export type Use = (typeof USES)[number];

const USE_NUMBERS: Readonly<Record<number, number>> = {
  [RefKind.Call]: 0,
  [RefKind.New]: 0,
  [RefKind.Jsx]: 0,
  [RefKind.Decorator]: 0,
  [RefKind.Read]: 1,
  [RefKind.Type]: 2,
  [RefKind.Write]: 3,
  [RefKind.Accessor]: 4,
};

/** A place in {@link USES}. @param refKind a number of `RefKind` */
export function useNumber(refKind: number): number {
  return USE_NUMBERS[refKind] ?? 0;
}

export function useOf(refKind: number): Use {
  return USES[useNumber(refKind)] ?? "read";
}

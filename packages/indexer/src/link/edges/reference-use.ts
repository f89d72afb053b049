/** Uses of references: how a reference uses the target it names. */
import { RefKind } from "@sdl/model/facts";

/** Ways in which a reference uses its target; links store the index. */
export const USES = ["call", "read", "type", "write", "accessor", "tag"] as const;
/** One of {@link USES}. */
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
  [RefKind.Tag]: 5,
};

/** Index of a use in {@link USES}. @param refKind a number of `RefKind` */
export function useNumber(refKind: number): number {
  return USE_NUMBERS[refKind] ?? 0;
}

/** The use of a reference kind. */
export function useOf(refKind: number): Use {
  return USES[useNumber(refKind)] ?? "read";
}

/** A slice's request as its callers have it. */
import type { SliceBuildRequest } from "@sdl/slice";

/** Absent parameters may stand as `undefined`. */
export type SliceRequest = { readonly [Name in keyof SliceBuildRequest]?: SliceBuildRequest[Name] | undefined } & {
  /** The hash of a slice that the client has: an equal one is not sent again. No part of the canonical request: the handle stays the same. */
  readonly ifNoneMatch?: string | undefined;
};

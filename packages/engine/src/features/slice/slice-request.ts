/** A slice's request as callers pass it. */
import type { SliceBuildRequest } from "@sdl/slice";

/** Absent parameters may be `undefined`. */
export type SliceRequest = { readonly [Name in keyof SliceBuildRequest]?: SliceBuildRequest[Name] | undefined } & {
  /**
   * Hash of a slice that the client has: if the new slice is equal, it is not sent again. Not part of the canonical request, so that the handle
   * stays the same.
   */
  readonly ifNoneMatch?: string | undefined;
};

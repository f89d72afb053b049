/** Where a repository's versions are kept for a team, and what was moved. Types only: naming a remote loads nothing. */

/** A place, and the repository's name there. */
export interface RemotePlace {
  /** Name that the user gave it. */
  readonly name: string;
  /** A folder's absolute path, `file://…`, `postgres://…` or `s3://…`; may hold a password. */
  readonly url: string;
  /** Name of the repository at the remote, as `owner/name`. */
  readonly repository: string;
}

/** What was pushed. */
export interface PushResult {
  readonly commit: string;
  readonly branch: string | undefined;
  /** Whether the branch's head leads to this version now; false if it is at a later commit. */
  readonly isBranchMoved: boolean;
  /** Pages of the version, without an image that was pushed before, and those of them that the remote lacked. */
  readonly pages: number;
  readonly newPages: number;
  /** Bytes of these pages before the store compresses them. */
  readonly bytes: number;
  readonly newBytes: number;
  /** Why the version brings no image although it needs one; absent if it does not lack one. */
  readonly imageFault?: string;
}

/** What was pulled. */
export type PullResult =
  | {
      readonly status: "pulled";
      readonly commit: string | undefined;
      /** Number of commits between it and HEAD; `undefined` if it is a branch's head. */
      readonly distance: number | undefined;
      readonly files: number;
    }
  /** The index is of that commit already. */
  | { readonly status: "current"; readonly commit: string }
  /** Nothing fits: no version was pushed, or a program that makes other facts pushed it. */
  | { readonly status: "nothing"; readonly reason: string };

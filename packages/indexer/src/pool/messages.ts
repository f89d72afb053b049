/** What the pool and its workers say to each other. Pages and ids travel as one transferred buffer a batch. */
import type { FileStat, Language } from "@sdl/model";
import type { BlobHash } from "../workspace/content/blob-id.js";

export interface ExtractJob {
  /** Repository-relative. */
  readonly path: string;
  readonly language: Language;
  readonly sizeBytes: number;
  /** The file's bytes where they are not read from the disk; `path` then only names them. */
  readonly content?: Uint8Array;
}

/** What a worker is started with. */
export interface WorkerSetup {
  readonly root: string;
  readonly maxFileBytes: number;
  /** Grammars to load ahead of the first batch; others are loaded when a file needs them. */
  readonly languages: readonly Language[];
  /** Two signed words: the job under way within its batch (-1 for none), and a counter that rises with every job. */
  readonly pulse: SharedArrayBuffer;
  /** Whether the thread works at low priority, as long as it lives. */
  readonly isLow: boolean;
  /** How git would name the files' contents; absent where nobody asks. */
  readonly blobHash?: BlobHash | undefined;
}

/** Keys of facts that are stored already: of those only the key comes back. Replaces what was sent before. */
export interface KnownKeys {
  readonly known: readonly string[];
}

export interface BatchRequest {
  readonly batch: number;
  readonly jobs: readonly ExtractJob[];
  /** Whether the files are likely to be edited again: their trees are kept for then. */
  readonly keepsTrees: boolean;
}

/** A file that is left out. */
interface SkippedOutcome {
  readonly status: "skipped";
  /** See skip-reasons.ts. */
  readonly reason: string;
  /** Whether the program, not the file, is to blame, as far as can be told: it should be tried again, though it has not changed. */
  readonly isFault?: true;
  /** Whether trying costs as much as a worker or its deadline. */
  readonly isCostly?: true;
  /** Where in the program it failed. */
  readonly stack?: string | undefined;
}

/** One job's outcome; offsets are bytes in the batch's buffer. */
export type PackedOutcome =
  | { readonly status: "gone" }
  | SkippedOutcome
  | {
      readonly status: "facts";
      readonly key: string;
      readonly stat: FileStat;
      readonly isGenerated: boolean;
      /** Git's name of the content, where it was asked for. */
      readonly blobId: string | undefined;
      /** Absent when the key was known. */
      readonly pageStart: number;
      readonly pageLength: number;
      readonly idsStart: number;
      readonly idsLength: number;
    };

export type WorkerMessage = KnownKeys | BatchRequest;

export interface BatchReply {
  readonly batch: number;
  readonly outcomes: readonly PackedOutcome[];
  readonly buffer: ArrayBuffer;
  /** Of the worker's wasm heap, which never shrinks. */
  readonly heapBytes: number;
  /** The heap is so large that the worker ends after this reply. */
  readonly retires: boolean;
}

/** One job's outcome, unpacked. `page` is absent when the facts are stored already. */
export type ExtractOutcome =
  | { readonly status: "gone" }
  | SkippedOutcome
  | {
      readonly status: "facts";
      readonly key: string;
      readonly stat: FileStat;
      readonly isGenerated: boolean;
      /** Git's name of the content, where it was asked for. */
      readonly blobId: string | undefined;
      readonly page: Uint8Array | undefined;
      readonly symbolIds: Uint32Array | undefined;
    };

/** Messages between the pool and its workers. Pages and ids travel as one transferred buffer per batch. */
import type { FileStat, Language } from "@sdl/model";
import type { BlobHash } from "../workspace/content/blob-id.js";

/** A file to extract, with its stat if discovery found it. */
export interface ExtractJob extends Partial<Omit<FileStat, "sizeBytes">> {
  /** Repository-relative. */
  readonly path: string;
  readonly language: Language;
  readonly sizeBytes: number;
  /** The file's bytes, if they are not read from disk; `path` then only names them. */
  readonly content?: Uint8Array;
}

/** The stat with which discovery found a job's file. */
export function foundStat({ sizeBytes, mtimeMs, ctimeMs, ino }: ExtractJob): FileStat | undefined {
  if (mtimeMs === undefined || ctimeMs === undefined || ino === undefined) return undefined;
  return { sizeBytes, mtimeMs, ctimeMs, ino };
}

/** Start parameters of a worker. */
export interface WorkerSetup {
  readonly root: string;
  readonly maxFileBytes: number;
  /** Grammars to load before the first batch; others are loaded when a file needs them. */
  readonly languages: readonly Language[];
  /** Two signed words: the index of the current job in its batch (-1 for none), and a counter that rises with every job. */
  readonly pulse: SharedArrayBuffer;
  /** Whether the thread runs at low priority for its whole life. */
  readonly isLow: boolean;
  /** How git hashes contents; absent if no blob ids are needed. */
  readonly blobHash?: BlobHash | undefined;
}

/** Keys of facts that are already stored: for these only the key is returned. Replaces the keys sent before. */
export interface KnownKeys {
  readonly known: readonly string[];
}

/** A batch of jobs for one worker. */
export interface BatchRequest {
  readonly batch: number;
  readonly jobs: readonly ExtractJob[];
  /** Whether the files are likely to be edited again, so that their trees are kept. */
  readonly keepsTrees: boolean;
}

/** Outcome of a file that was skipped. */
interface SkippedOutcome {
  readonly status: "skipped";
  /** Text of the reason; see skip-reasons.ts. */
  readonly reason: string;
  /** Whether the program rather than the file probably failed: the file should be tried again, even unchanged. */
  readonly isFault?: true;
  /** Whether a further try may cost a worker or its deadline. */
  readonly isCostly?: true;
  /** Stack trace of the program's failure. */
  readonly stack?: string | undefined;
}

/** One job's outcome; page and ids are in the batch's buffer. A message repeats the name of every field for every file. */
export type PackedOutcome =
  | { readonly status: "gone" }
  | SkippedOutcome
  | {
      readonly status: "facts";
      readonly key: string;
      /** Absent if it is the job's. */
      readonly stat?: FileStat;
      readonly isGenerated: boolean;
      /** Git's id of the content, if it was requested. */
      readonly blobId: string | undefined;
    };

/** Numbers per job in {@link BatchReply.places}. */
export const PLACE_NUMBERS = 4;

/** A message from the pool to a worker. */
export type WorkerMessage = KnownKeys | BatchRequest;

/** A worker's answer to a batch. */
export interface BatchReply {
  readonly batch: number;
  readonly outcomes: readonly PackedOutcome[];
  /**
   * Where the results of each job are in the buffer, in bytes: start and length of the page, start and length of the ids.
   * Lengths are 0 if the key was known.
   */
  readonly places: Uint32Array;
  readonly buffer: ArrayBuffer;
  /** Size of the worker's wasm heap, which never shrinks. */
  readonly heapBytes: number;
  /** Whether the worker ends after this reply, since its heap is too large. */
  readonly retires: boolean;
}

/** One job's outcome, unpacked. `page` is absent when the facts are already stored. */
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

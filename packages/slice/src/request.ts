/**
 * Slice requests: their fields, defaults and canonical form. Bounds are checked by the callers that receive untrusted data.
 * Invariant: two requests of equal meaning have the same canonical form, whatever their field order and whichever defaults they state.
 */
import { SdlError } from "@sdl/model";
import { hash64Hex } from "@sdl/model/text";
import type { CardDetail } from "./cards/card.js";
import { SliceError } from "./errors.js";

/** Encoding of the result. `text`: the slice keeps the standard form, and a renderer turns it into the text whose tokens are counted. */
export type WireFormat = "text" | "standard" | "compact";
/** Forms of source that the slice may show: none, excerpts only, or whatever the task makes worth its tokens. */
export type SourceChoice = "none" | "excerpts" | "auto" | "full";
/** Version of the compact wire format. */
export type WireFormatVersion = 1 | 2 | 3;

interface SliceBudget {
  /** Maximum number of cards and card references together: 1..500, default 30. */
  readonly maxCards?: number;
  /** Maximum tokens of the whole encoded result: 1..200000, default 4000. */
  readonly maxEstimatedTokens?: number;
}

/** Request for a slice. At least one of `taskText`, `entrySymbols`, `editedFiles`, `stackTrace` and `failingTestPath` is required. */
export interface SliceBuildRequest {
  readonly taskText?: string;
  /** Ids of symbols to start from. */
  readonly entrySymbols?: readonly string[];
  /** Repository-relative paths of files whose symbols, and their callers, enter first. */
  readonly editedFiles?: readonly string[];
  readonly stackTrace?: string;
  /** Repository-relative path of a test file, optionally with a test name as pytest writes it. */
  readonly failingTestPath?: string;
  readonly budget?: SliceBudget;
  /** Minimum confidence of edges that are crossed and shown: 0..1, default 0.5. */
  readonly minConfidence?: number;
  /** Additional minimum confidence of call edges, 0..1. */
  readonly minCallConfidence?: number;
  /** Etags of cards that the client has, by symbol id or unambiguous name. */
  readonly knownCardEtags?: Readonly<Record<string, string>>;
  /** Detail level of all cards; with `adaptiveDetail`, the highest level. If absent, the level depends on the distance from the start symbols. */
  readonly cardDetail?: CardDetail;
  readonly adaptiveDetail?: boolean;
  readonly wireFormat?: WireFormat;
  readonly wireFormatVersion?: WireFormatVersion;
  readonly includeResolutionMetadata?: boolean;
  readonly includeRetrievalEvidence?: boolean;
  /** Default `none`; all other values need a reader of source. */
  readonly source?: SourceChoice;
  /** Adds to each card the reason for its selection. */
  readonly explain?: boolean;
  /** Whether the slice carries memories; default true. */
  readonly includeMemories?: boolean;
  /** Maximum number of memories: 0..20, default 5. */
  readonly memoryLimit?: number;
  /** Whether feedback on similar tasks affects the scores; default `on`. */
  readonly feedback?: "on" | "off";
  /** Handle of an earlier slice of the same task: the new slice chooses only from the candidates that the earlier one dropped. */
  readonly cursor?: string;
}

/** A request with every default filled in. */
export interface ResolvedRequest {
  readonly taskText: string | undefined;
  readonly entrySymbols: readonly string[];
  readonly editedFiles: readonly string[];
  readonly stackTrace: string | undefined;
  readonly failingTestPath: string | undefined;
  readonly maxCards: number;
  readonly maxTokens: number;
  readonly minConfidence: number;
  readonly minCallConfidence: number | undefined;
  readonly knownCardEtags: Readonly<Record<string, string>>;
  readonly cardDetail: CardDetail | undefined;
  readonly adaptiveDetail: boolean;
  readonly wireFormat: WireFormat;
  readonly wireFormatVersion: WireFormatVersion;
  readonly includeResolutionMetadata: boolean;
  readonly includeRetrievalEvidence: boolean;
  readonly source: SourceChoice;
  readonly explain: boolean;
  readonly includeMemories: boolean;
  readonly memoryLimit: number;
  readonly feedback: "on" | "off";
  readonly cursor?: string;
}

const SEED_FIELDS = ["taskText", "entrySymbols", "editedFiles", "stackTrace", "failingTestPath"] as const;

/** Fills in the defaults of a request. @throws {SdlError} `invalid_params` without any seed */
export function resolveRequest(request: SliceBuildRequest): ResolvedRequest {
  const resolved: ResolvedRequest = {
    taskText: nonBlank(request.taskText),
    entrySymbols: removeDuplicates(request.entrySymbols),
    editedFiles: removeDuplicates(request.editedFiles),
    stackTrace: nonBlank(request.stackTrace),
    failingTestPath: nonBlank(request.failingTestPath),
    ...resolveBudget(request.budget),
    minConfidence: request.minConfidence ?? 0.5,
    minCallConfidence: request.minCallConfidence,
    knownCardEtags: request.knownCardEtags ?? {},
    cardDetail: request.cardDetail,
    adaptiveDetail: request.adaptiveDetail ?? request.cardDetail === undefined,
    ...resolveFormat(request),
    includeResolutionMetadata: request.includeResolutionMetadata ?? false,
    includeRetrievalEvidence: request.includeRetrievalEvidence ?? false,
    source: request.source ?? "none",
    explain: request.explain ?? false,
    includeMemories: request.includeMemories ?? true,
    memoryLimit: request.memoryLimit ?? 5,
    feedback: request.feedback ?? "on",
    ...(request.cursor === undefined ? {} : { cursor: request.cursor }),
  };
  if (!hasSeed(resolved)) {
    throw new SdlError(
      "invalid_params",
      `a slice needs something to start from: pass at least one of ${SEED_FIELDS.join(", ")}`,
    );
  }
  return resolved;
}

function resolveBudget(budget: SliceBudget | undefined): Pick<ResolvedRequest, "maxCards" | "maxTokens"> {
  return { maxCards: budget?.maxCards ?? 30, maxTokens: budget?.maxEstimatedTokens ?? 4000 };
}

/** The version has no meaning outside of `compact`. It is set to 1 there, so that equal requests have equal canonical forms. */
function resolveFormat(request: SliceBuildRequest): Pick<ResolvedRequest, "wireFormat" | "wireFormatVersion"> {
  const wireFormat = request.wireFormat ?? "compact";
  return { wireFormat, wireFormatVersion: wireFormat !== "compact" ? 1 : (request.wireFormatVersion ?? 2) };
}

/** Text form of the resolved request: equal texts mean equal requests. */
export function canonicalRequest(request: SliceBuildRequest): string {
  const { knownCardEtags, ...rest } = resolveRequest(request);
  const etags = Object.entries(knownCardEtags).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields.map(([name, value]) => [name, value ?? null]), etags]);
}

/** Parses the text that {@link canonicalRequest} returned; defaults are omitted. @throws {SliceError} `INVALID_REQUEST` */
export function parseCanonicalRequest(text: string): SliceBuildRequest {
  try {
    const [fields, etags] = JSON.parse(text) as [[string, unknown][], [string, string][]];
    const isLevelSet = fields.some(([name, value]) => name === "cardDetail" && value !== null);
    const defaults = new Map(Object.entries(resolveRequest({ taskText: "any" })));
    const told = fields.filter(([name, value]) => {
      if (name === "adaptiveDetail" && isLevelSet) return true;
      return name === "taskText" || JSON.stringify(value) !== JSON.stringify(defaults.get(name) ?? null);
    });
    const { maxCards, maxTokens, ...rest } = Object.fromEntries(told.filter(([, value]) => value !== null));
    const budget = {
      ...(maxCards === undefined ? {} : { maxCards }),
      ...(maxTokens === undefined ? {} : { maxEstimatedTokens: maxTokens }),
    };
    return {
      ...rest,
      ...(Object.keys(budget).length === 0 ? {} : { budget }),
      ...(etags.length === 0 ? {} : { knownCardEtags: Object.fromEntries(etags) }),
    } as SliceBuildRequest;
  } catch (cause) {
    throw new SliceError("INVALID_REQUEST", "not a canonical request; pass a text that canonicalRequest returned", {
      cause,
    });
  }
}

/**
 * Hash of a request and the state it is answered from, as 16 hex digits; servers derive slice handles from it.
 * @param pinned state that the answer is computed from, such as `{ ledgerVersion: "v1770600000000" }`
 */
export function requestHash(
  request: SliceBuildRequest,
  pinned: Readonly<Record<string, string | number | null>>,
): string {
  const sorted = Object.entries(pinned).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash64Hex(JSON.stringify([canonicalRequest(request), sorted]));
}

function hasSeed(request: ResolvedRequest): boolean {
  return SEED_FIELDS.some((field) => (request[field]?.length ?? 0) > 0);
}

function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** Removes duplicates and keeps the order: two orders make two canonical forms. */
function removeDuplicates(values: readonly string[] | undefined): readonly string[] {
  return [...new Set(values ?? [])];
}

/**
 * What a slice is asked for. Values are taken as typed; bounds are checked where untrusted data enters, above this package.
 * Invariant: two requests that mean the same have the same canonical form, whatever their field order and whichever defaults they spell out.
 */
import { SdlError } from "@sdl/model";
import { hash64Hex } from "@sdl/model/text";
import type { CardDetail } from "./cards/card.js";
import { SliceError } from "./errors.js";

/** `text`: the standard form, chosen and counted for a text that is written of it. */
export type WireFormat = "text" | "standard" | "compact";
/** How much source a slice may show: none, excerpts alone, what the task makes worth its tokens, or all of each symbol. */
export type SourceChoice = "none" | "excerpts" | "auto" | "full";
export type WireFormatVersion = 1 | 2 | 3;

interface SliceBudget {
  /** 1..500, default 30. Cards and references to cards count. */
  readonly maxCards?: number;
  /** 1..200000, default 4000. Tokens of the whole result in the encoding asked for. */
  readonly maxEstimatedTokens?: number;
}

/** At least one of the first five is needed. */
export interface SliceBuildRequest {
  readonly taskText?: string;
  /** Symbol ids. */
  readonly entrySymbols?: readonly string[];
  /** Repository-relative paths. */
  readonly editedFiles?: readonly string[];
  readonly stackTrace?: string;
  /** Repository-relative path. */
  readonly failingTestPath?: string;
  readonly budget?: SliceBudget;
  /** Edges below it are not crossed and not shown; default 0.5. */
  readonly minConfidence?: number;
  /** The same for calls alone. */
  readonly minCallConfidence?: number;
  /** Etags by symbol id or unambiguous name. */
  readonly knownCardEtags?: Readonly<Record<string, string>>;
  /** Sets the level of all cards; their ceiling with `adaptiveDetail`. Unset: by distance. */
  readonly cardDetail?: CardDetail;
  readonly adaptiveDetail?: boolean;
  readonly wireFormat?: WireFormat;
  readonly wireFormatVersion?: WireFormatVersion;
  readonly includeResolutionMetadata?: boolean;
  readonly includeRetrievalEvidence?: boolean;
  /** Default `none`; needs a reader of source. */
  readonly source?: SourceChoice;
  /** Adds to each card why it is there. */
  readonly explain?: boolean;
  /** Default true. */
  readonly includeMemories?: boolean;
  /** 0..20, default 5. */
  readonly memoryLimit?: number;
  /** Whether reports on similar tasks count; default `on`. */
  readonly feedback?: "on" | "off";
  /** Handle of a slice of the same task: what that one left out is all that this one chooses from. */
  readonly cursor?: string;
}

/** A request with every default spelled out. */
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

/** @throws {SdlError} `invalid_params` without any seed */
export function resolveRequest(request: SliceBuildRequest): ResolvedRequest {
  const resolved: ResolvedRequest = {
    taskText: nonBlank(request.taskText),
    entrySymbols: unique(request.entrySymbols),
    editedFiles: unique(request.editedFiles),
    stackTrace: nonBlank(request.stackTrace),
    failingTestPath: nonBlank(request.failingTestPath),
    ...budgetOf(request.budget),
    minConfidence: request.minConfidence ?? 0.5,
    minCallConfidence: request.minCallConfidence,
    knownCardEtags: request.knownCardEtags ?? {},
    cardDetail: request.cardDetail,
    adaptiveDetail: request.adaptiveDetail ?? request.cardDetail === undefined,
    ...formatOf(request),
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

function budgetOf(budget: SliceBudget | undefined): Pick<ResolvedRequest, "maxCards" | "maxTokens"> {
  return { maxCards: budget?.maxCards ?? 30, maxTokens: budget?.maxEstimatedTokens ?? 4000 };
}

/** The version means nothing to the standard form: it is 1 there, so that it cannot tell two equal requests apart. */
function formatOf(request: SliceBuildRequest): Pick<ResolvedRequest, "wireFormat" | "wireFormatVersion"> {
  const wireFormat = request.wireFormat ?? "compact";
  return { wireFormat, wireFormatVersion: wireFormat !== "compact" ? 1 : (request.wireFormatVersion ?? 2) };
}

/** The resolved request as text: equal texts mean equal requests. */
export function canonicalRequest(request: SliceBuildRequest): string {
  const { knownCardEtags, ...rest } = resolveRequest(request);
  const etags = Object.entries(knownCardEtags).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields.map(([name, value]) => [name, value ?? null]), etags]);
}

/** The request that {@link canonicalRequest} wrote, without defaults. @throws {SliceError} `INVALID_REQUEST` */
export function parseCanonicalRequest(text: string): SliceBuildRequest {
  try {
    const [fields, etags] = JSON.parse(text) as [[string, unknown][], [string, string][]];
    const isLevelSet = fields.some(([name, value]) => name === "cardDetail" && value !== null);
    const usual = new Map(Object.entries(resolveRequest({ taskText: "any" })));
    const told = fields.filter(([name, value]) => {
      if (name === "adaptiveDetail" && isLevelSet) return true;
      return name === "taskText" || JSON.stringify(value) !== JSON.stringify(usual.get(name) ?? null);
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
    throw new SliceError("INVALID_REQUEST", "not a canonical request; pass what canonicalRequest gave", { cause });
  }
}

/**
 * 16 hex digits, equal for requests that mean the same at the same state: what a server makes a slice's handle of.
 * @param pinned what the answer was computed from, such as `{ ledgerVersion: "v1770600000000" }`
 */
export function requestDigits(
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

/** In the order given: it decides nothing, but two orders are two requests. */
function unique(values: readonly string[] | undefined): readonly string[] {
  return [...new Set(values ?? [])];
}

/** Validates a request for a picture: its subject and its limits. */
import { SdlError } from "@sdl/model";
import type { Fresh } from "../../query/refresh-if-stale.js";

/** Symbols that another answer contained. */
export interface GivenSymbols {
  /** Title of the picture. */
  readonly title: string;
  readonly ids: readonly string[];
  /** Ids of the start symbols among them. */
  readonly starts?: readonly string[] | undefined;
  /** Number of further symbols that the answer left out. */
  readonly leftOut?: number | undefined;
}

/** Exactly one of `symbol`, `task`, `symbols`, `sliceHandle`, `delta`; none means the whole repository. */
export interface PictureRequest {
  readonly repoId?: string | undefined;
  readonly fresh?: Fresh | undefined;
  /** Draws the neighbourhood of this symbol: an id, a name, `path:line` or `path#name`. */
  readonly symbol?: string | undefined;
  /** Draws the slice built for this task description. */
  readonly task?: string | undefined;
  /** Draws exactly these symbols, such as those of a slice that the client already shows. */
  readonly symbols?: GivenSymbols | undefined;
  /** Draws the slice with this handle. */
  readonly sliceHandle?: string | undefined;
  /** Draws the delta of two versions or git revisions. */
  readonly delta?: { readonly from: string; readonly to: string } | undefined;
  /** For `symbol`: maximum number of edges to callers and callees. */
  readonly depth?: number | undefined;
  /** Maximum number of symbols. */
  readonly limit?: number | undefined;
  /** For the whole repository: whether to include test code. */
  readonly tests?: boolean | undefined;
}

type Subject = "symbol" | "slice" | "delta" | "repository";

const DEFAULT_LIMITS: Readonly<Record<Subject, number>> = { symbol: 120, slice: 40, delta: 250, repository: 5000 };
/** Upper bound of `limit`: a page with more symbols takes long to build and to open. */
const MOST_SYMBOLS = 50_000;
/** Upper bound of `limit` for a slice: the maximum cards of a slice. */
const MOST_CARDS = 500;
const MOST_STEPS = 10;

/** A validated request with its subject and all limits. */
export interface CheckedRequest extends PictureRequest {
  readonly subject: Subject;
  readonly depth: number;
  readonly limit: number;
}

/** @throws {SdlError} `invalid_params` */
export function checkRequest(request: PictureRequest): CheckedRequest {
  const subject = parseSubject(request);
  const { depth = 2, limit = DEFAULT_LIMITS[subject] } = request;
  requireWhole("depth", depth, MOST_STEPS);
  requireWhole("limit", limit, subject === "slice" ? MOST_CARDS : MOST_SYMBOLS);
  if (request.depth !== undefined && subject !== "symbol")
    throw invalidRequestError("depth counts edges from a symbol; pass symbol with it, or leave depth out");
  if (request.task?.trim() === "")
    throw invalidRequestError('task is empty; describe the task, for example "fix the login timeout"');
  return { ...request, subject, depth, limit };
}

function parseSubject(request: PictureRequest): Subject {
  const asked = (["symbol", "task", "symbols", "sliceHandle", "delta"] as const).filter(
    (name) => request[name] !== undefined,
  );
  if (asked.length > 1)
    throw invalidRequestError(`a picture has one subject, but ${asked.join(" and ")} are given; pass one of them`);
  const [name = "repository"] = asked;
  return name === "task" || name === "symbols" || name === "sliceHandle" ? "slice" : name;
}

function requireWhole(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return;
  throw invalidRequestError(`${name} is ${value}; it must be a whole number from 1 to ${most}`);
}

function invalidRequestError(message: string): SdlError {
  return new SdlError("invalid_params", message);
}

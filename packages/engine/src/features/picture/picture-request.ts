/** What a client asks a picture of, and how much of it. */
import { SdlError } from "@sdl/model";
import type { Fresh } from "../../query/bring-up-to-date.js";

/** Symbols that another answer named. */
export interface GivenSymbols {
  /** What they have in common. */
  readonly title: string;
  readonly ids: readonly string[];
  /** Those of them that the picture starts from. */
  readonly starts?: readonly string[] | undefined;
  /** How many more would have belonged to them. */
  readonly leftOut?: number | undefined;
}

/** Of one thing; without any the whole repository. */
export interface PictureRequest {
  readonly repoId?: string | undefined;
  readonly fresh?: Fresh | undefined;
  /** Its neighbourhood: an id, a name, `path:line`, `path#name`. */
  readonly symbol?: string | undefined;
  /** The slice for a task, in words. */
  readonly task?: string | undefined;
  /** These symbols and no others, such as those of a slice that is shown already. */
  readonly symbols?: GivenSymbols | undefined;
  /** The slice that a client has got under this handle. */
  readonly sliceHandle?: string | undefined;
  /** Two versions or git revisions. */
  readonly delta?: { readonly from: string; readonly to: string } | undefined;
  /** Of a symbol: steps to callers and callees. */
  readonly depth?: number | undefined;
  /** At most so many symbols. */
  readonly limit?: number | undefined;
  /** Of the whole repository: test code too. */
  readonly tests?: boolean | undefined;
}

type Subject = "symbol" | "slice" | "delta" | "repository";

const DEFAULT_LIMITS: Readonly<Record<Subject, number>> = { symbol: 120, slice: 40, delta: 250, repository: 5000 };
/** A page of more symbols takes long to make and to open. */
const MOST_SYMBOLS = 50_000;
/** As many cards as a slice may have. */
const MOST_CARDS = 500;
const MOST_STEPS = 10;

/** A request that makes sense. */
export interface CheckedRequest extends PictureRequest {
  readonly subject: Subject;
  readonly depth: number;
  readonly limit: number;
}

/** @throws {SdlError} `invalid_params` */
export function checkRequest(request: PictureRequest): CheckedRequest {
  const subject = subjectOf(request);
  const { depth = 2, limit = DEFAULT_LIMITS[subject] } = request;
  requireWhole("depth", depth, MOST_STEPS);
  requireWhole("limit", limit, subject === "slice" ? MOST_CARDS : MOST_SYMBOLS);
  if (request.depth !== undefined && subject !== "symbol")
    throw invalid("depth counts steps from a symbol; pass symbol with it, or leave depth out");
  if (request.task?.trim() === "") throw invalid('task is empty; say what the slice is for: "fix the login timeout"');
  return { ...request, subject, depth, limit };
}

function subjectOf(request: PictureRequest): Subject {
  const asked = (["symbol", "task", "symbols", "sliceHandle", "delta"] as const).filter(
    (name) => request[name] !== undefined,
  );
  if (asked.length > 1)
    throw invalid(`a picture is of one thing, but ${asked.join(" and ")} are given; pass one of them`);
  const [name = "repository"] = asked;
  return name === "task" || name === "symbols" || name === "sliceHandle" ? "slice" : name;
}

function requireWhole(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return;
  throw invalid(`${name} is ${value}; it must be a whole number from 1 to ${most}`);
}

function invalid(message: string): SdlError {
  return new SdlError("invalid_params", message);
}

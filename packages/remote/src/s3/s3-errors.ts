/** What answers and failures of a server of buckets mean. No message shows a URL, a header or a key. */
import { messageOf } from "@sdl/model";
import { RemoteError, type RemoteErrorCode } from "../errors.js";

/** An answer that is no success. */
export interface Refusal {
  readonly status: number;
  /** The server's own code; empty where the answer has no body. */
  readonly code: string;
}

/** The server's code for a bucket that does not exist, where 404 alone would mean the object. */
export const NO_BUCKET = "NoSuchBucket";

/** By the server's code or by the status: the error's code, and what to do. */
const MEANINGS: readonly (readonly [RegExp, RemoteErrorCode, string])[] = [
  [new RegExp(`^${NO_BUCKET}$`), "remote_not_found", "create the bucket, or correct its name"],
  [
    /^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301|307)$/,
    "remote_invalid",
    "the bucket is in another region: set AWS_REGION to it",
  ],
  [/^(QuotaExceeded|507)$/, "remote_full", "free some space or raise the quota, then try again"],
  [/^(RequestTimeTooSkewed|ExpiredToken)$/, "remote_denied", "renew the credentials and check this machine's clock"],
  [
    /^(401|403)$/,
    "remote_denied",
    "check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the rights: s3:ListBucket and s3:GetObject, for pushes also s3:PutObject and s3:DeleteObject",
  ],
  [/^501$/, "remote_unsupported", "the server lacks an operation that a store needs: use a folder or PostgreSQL"],
];

/** Codes of refusals that may pass: the server is busy, or its answer was cut short. */
const PASSING = /^(408|409|429|5\d\d|RequestTimeout|SlowDown)$/;

/** Whether the same request may succeed a little later. */
export function isPassing({ status, code }: Refusal): boolean {
  return (PASSING.test(String(status)) || PASSING.test(code)) && status !== 501 && status !== 507;
}

/** The package's error for an answer that is no success. */
export function refusalError(shown: string, { status, code }: Refusal): RemoteError {
  const answer = code === "" ? `status ${status}` : `${code}, status ${status}`;
  const [, meaning, advice] =
    MEANINGS.find(([pattern]) => pattern.test(code)) ??
    MEANINGS.find(([pattern]) => pattern.test(String(status))) ??
    [];
  if (meaning !== undefined) return new RemoteError(meaning, `${shown} refused the request (${answer}): ${advice}`);
  return new RemoteError("remote_unreachable", `${shown} cannot be used now (${answer}): try again later`);
}

/** Codes of failures that no further attempt changes: no such server, or no trust in its certificate. */
const LASTING = /^(ENOTFOUND|ERR_TLS.*|ERR_SSL.*|.*CERT.*|UNABLE_TO_.*)$/;

/** Whether a request that was not answered may be answered a little later. */
export function isLost(error: unknown): boolean {
  return !LASTING.test(reasonOf(error));
}

/** The package's error for a request that was not answered. */
export function lostError(shown: string, endpoint: string, cause: unknown): RemoteError {
  const advice = "check AWS_ENDPOINT_URL_S3, and that the server can be reached from here";
  const message = `${shown} cannot be reached at ${new URL(endpoint).host} (${reasonOf(cause)}): ${advice}`;
  return new RemoteError("remote_unreachable", message, { cause });
}

/** The system's code of a failure of `fetch`, which stands in its cause; else the message there. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

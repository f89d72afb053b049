/**
 * Where a bucket is and who asks: the URL names bucket and prefix, the environment all else, under the names that the
 * tools of AWS use. So a URL never holds a secret.
 */
import { RemoteError } from "../errors.js";

/** A place in a bucket. */
export interface S3Place {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** The URL for messages. */
  readonly shown: string;
}

/** How the server of a bucket is reached. */
export interface S3Access {
  /** URL of the server without a slash at the end; buckets are the first part of its paths. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that expire. */
  readonly sessionToken: string | undefined;
}

const FORM = "write s3://BUCKET or s3://BUCKET/PREFIX, of letters, digits and - _ . only";
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that no server, proxy or signature encodes in its own way. */
const PREFIX_PART = /^(?!\.{1,2}$)[A-Za-z0-9_.-]+$/;
const MAX_PREFIX = 500;

/** @throws {RemoteError} `remote_invalid`; the message does not show the URL, which may hold a key by mistake */
export function parseS3Url(url: string): S3Place {
  const [, bucket = "", path = ""] = /^s3:\/\/([^/]*)(?:\/(.*))?$/i.exec(url) ?? [];
  const parts = path.replace(/\/$/, "").split("/");
  const hasPrefix = path.replace(/\/$/, "") !== "";
  const isValid = BUCKET.test(bucket) && (!hasPrefix || parts.every((part) => PREFIX_PART.test(part)));
  if (!isValid || path.length > MAX_PREFIX) {
    throw new RemoteError(
      "remote_invalid",
      `not a URL of a bucket: ${FORM}; keys and server are named by AWS_… variables`,
    );
  }
  const prefix = hasPrefix ? `${parts.join("/")}/` : "";
  return { bucket, prefix, shown: `s3://${bucket}${hasPrefix ? `/${parts.join("/")}` : ""}` };
}

/** @throws {RemoteError} `remote_denied` without credentials, `remote_invalid` for an endpoint that is no URL of a server */
export function s3Access(shown: string, env: Readonly<Record<string, string | undefined>>): S3Access {
  // An empty variable counts as none, as it does for the tools of AWS.
  const read = (...names: readonly string[]) =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
  const region = read("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1";
  const accessKeyId = read("AWS_ACCESS_KEY_ID");
  const secretAccessKey = read("AWS_SECRET_ACCESS_KEY");
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const message = `no credentials for ${shown}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for a profile or a role,`;
    throw new RemoteError("remote_denied", `${message} \`aws configure export-credentials --format env\` prints them`);
  }
  const endpoint = read("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
  return {
    endpoint: endpoint === undefined ? `https://s3.${region}.amazonaws.com` : checkEndpoint(endpoint),
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: read("AWS_SESSION_TOKEN"),
  };
}

function checkEndpoint(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isServer = url !== undefined && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "";
  if (!isServer || url.username !== "" || url.password !== "") {
    const message = "AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL is not the URL of a server";
    throw new RemoteError(
      "remote_invalid",
      `${message}: write https://HOST or https://HOST:PORT, without user and password`,
    );
  }
  return url.href.replace(/\/$/, "");
}

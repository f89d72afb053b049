/**
 * Access check of HTTP requests by host name, origin and token. Reads headers only, before the rest of a request is
 * read.
 * A page of any site can make its reader's browser send requests to this server: through a name that resolves to this
 * machine (visible in the Host header), or across sites (visible in the Origin header).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";

/** Answer to a request that is not served. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** JSON-RPC error code; default: the generic server error. */
  readonly protocolCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Which requests are allowed. */
export interface AccessRules {
  /** Host names allowed besides those of loopback, without ports. */
  readonly hosts: readonly string[];
  readonly token: string;
}

/** @returns the refusal, or `undefined` if the request is allowed */
export type CheckAccess = (headers: IncomingHttpHeaders) => Refusal | undefined;

/** Builds the check for the given rules. Tokens are compared in constant time. */
export function createAccessCheck({ hosts, token }: AccessRules): CheckAccess {
  const checkNames = createNameCheck(hosts);
  const expected = hashToken(token);
  return (headers) => {
    const refusal = checkNames(headers);
    if (refusal !== undefined) return refusal;
    return timingSafeEqual(hashToken(bearerToken(headers)), expected) ? undefined : UNAUTHORIZED;
  };
}

/** Builds the check of the names by which a request reached the server. @param hosts allowed besides those of loopback */
export function createNameCheck(hosts: readonly string[]): CheckAccess {
  const allowed = [...localhostAllowedHostnames(), ...hosts.map(bracketHost)];
  return ({ host, origin }) => {
    const isHost = validateHostHeader(host, allowed).ok;
    if (!isHost)
      return makeRefusal(403, "Host", host, "start the server with --allowed-host NAME to be reached by another name");
    const isOrigin = validateOriginHeader(origin, allowed).ok;
    return isOrigin ? undefined : makeRefusal(403, "Origin", origin, "pages of other sites are not answered");
  };
}

/** The token that a request has; "" without one. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string {
  const [, given = ""] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  return given;
}

/** The refusal of a request without a valid token. */
export const UNAUTHORIZED: Refusal = {
  status: 401,
  message:
    "a token is needed: send Authorization: Bearer TOKEN, with the token from the file that the server names when it starts",
  headers: { "WWW-Authenticate": 'Bearer realm="sdl"' },
};

/** Hashes to a fixed length, so that the time of a comparison reveals nothing about the token. */
function hashToken(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function makeRefusal(status: number, header: string, value: string | undefined, advice: string): Refusal {
  const seen = value === undefined ? "is missing" : `${JSON.stringify(value.slice(0, 200))} is not allowed`;
  return { status, message: `${header} ${seen}; ${advice}` };
}

/** IPv6 addresses are written in brackets in headers. */
function bracketHost(host: string): string {
  const name = host.toLowerCase();
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

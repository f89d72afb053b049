/**
 * Who may ask over HTTP: from which names, from which pages, with which token. Looks at headers alone, before anything else of a request is read.
 * A page of any site can make its reader's browser send requests here: by a name that it points at this machine (the Host header shows it), or
 * across sites (the Origin header shows it).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Of JSON-RPC; default: one that says nothing more. */
  readonly protocolCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AccessRules {
  /** Names of this machine beside those of loopback, without ports. */
  readonly hosts: readonly string[];
  readonly token: string;
}

/** @returns why a request is refused; `undefined` when it is not */
export type CheckAccess = (headers: IncomingHttpHeaders) => Refusal | undefined;

export function accessCheck({ hosts, token }: AccessRules): CheckAccess {
  const allowed = [...localhostAllowedHostnames(), ...hosts.map(bracketed)];
  const expected = digest(token);
  return ({ host, origin, authorization }) => {
    const isHost = validateHostHeader(host, allowed).ok;
    if (!isHost)
      return refusal(403, "Host", host, "start the server with --allowed-host NAME to be reached by another name");
    const isOrigin = validateOriginHeader(origin, allowed).ok;
    if (!isOrigin) return refusal(403, "Origin", origin, "pages of other sites are not answered");
    const [, given = ""] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
    return timingSafeEqual(digest(given), expected) ? undefined : UNAUTHORIZED;
  };
}

const UNAUTHORIZED: Refusal = {
  status: 401,
  message:
    "a token is needed: send Authorization: Bearer TOKEN, with the token from the file that the server names when it starts",
  headers: { "WWW-Authenticate": 'Bearer realm="sdl"' },
};

/** Of equal length whatever is compared: how long it takes says nothing of the token. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function refusal(status: number, header: string, value: string | undefined, advice: string): Refusal {
  const seen = value === undefined ? "is missing" : `${JSON.stringify(value.slice(0, 200))} is not allowed`;
  return { status, message: `${header} ${seen}; ${advice}` };
}

/** IPv6 addresses stand in brackets in headers. */
function bracketed(host: string): string {
  const name = host.toLowerCase();
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}

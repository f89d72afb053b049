/** What clients' files say of sdl, and whether it works: each command line is run as the client runs it. Changes nothing. */
import { isDeepStrictEqual } from "node:util";
import type { Client, Scope } from "../clients/client.js";
import { CLIENTS } from "../clients/table.js";
import { type CommandLine, isEphemeral, scriptOf, serveLine, withAddedOptions } from "../command-line.js";
import { ConfigError } from "../config-error.js";
import { fileExists, readConfigFile, realPath } from "../files/config-file.js";
import { findProgram } from "../files/find-program.js";
import { type Place, pathsOf } from "../place.js";
import { PACKAGE, PUBLISHED } from "../published.js";
import type { FoundEntry, Line } from "../setup/entry-part.js";
import { lookAt, pathIn } from "../setup/find-clients.js";
import type { PartKind } from "../setup/part.js";
import { targetOf } from "../setup/target.js";
import { decode } from "../text-form.js";
import type { Probe, Probed } from "./probe.js";

export interface ClientFinding {
  readonly level: "ok" | "note" | "problem";
  /** The client's id. */
  readonly subject: string;
  readonly path: string;
  /** What about the file. */
  readonly text: string;
  readonly advice?: string;
  /** Set-up of this mends it. */
  readonly fix?: { readonly client: Client; readonly scope: Scope; readonly kind: PartKind };
}

export interface CheckOptions {
  readonly place: Place;
  readonly program: Line["program"];
  /** The folder that servers are started in. */
  readonly cwd: string;
  readonly probe: Probe;
  readonly countTokens: (text: string) => number;
}

/** For an answer of a server: clients wait as long or longer. */
const TIMEOUT_MS = 20_000;

/** In the table's order; nothing for clients that do not name sdl. */
export async function checkClients(options: CheckOptions): Promise<ClientFinding[]> {
  const probe = onceEach(options.probe);
  const findings: ClientFinding[] = [];
  for (const client of CLIENTS) {
    for (const scope of client.scopes) {
      findings.push(...(await checkServer(client, scope, { ...options, probe })));
      for (const kind of ["hooks", "instructions"] as const) findings.push(...checkPart(client, scope, kind, options));
    }
  }
  return findings;
}

/** Clients mostly hold the same line: it is tried once. */
function onceEach(probe: Probe): Probe {
  const known = new Map<string, Promise<Probed>>();
  return (start) => {
    const key = JSON.stringify(start);
    const probed = known.get(key) ?? probe(start);
    known.set(key, probed);
    return probed;
  };
}

async function checkServer(client: Client, scope: Scope, options: CheckOptions): Promise<ClientFinding[]> {
  const path = pathIn(client, scope, options.place);
  if (path === undefined) return [];
  const about = { subject: client.id, path };
  const seen = lookAt(client, scope, path);
  if ("error" in seen) return unreadable(seen.error, seen.text ?? "", about);
  if (seen.found === undefined) return [];
  const mend = `sdl init --client ${client.id} --${scope}`;
  const fault = faultOf(seen.found.line, options.place);
  if (fault !== undefined) {
    return [{ level: "problem", ...about, text: fault, advice: mend, fix: { client, scope, kind: "server" } }];
  }
  if (seen.found.isOff) return [{ level: "note", ...about, text: "the server is switched off there" }];
  const refusal = scope === "project" ? whyNotRun(seen.found.line, options) : undefined;
  if (refusal !== undefined) return [{ level: "note", ...about, text: refusal }];
  // Nor does a repository choose the environment.
  const tried = await tryServer(scope === "project" ? { ...seen.found, env: {} } : seen.found, options);
  const { listMs, ...finding } = tried;
  return [
    { ...about, ...finding },
    ...impatience(client, seen.found, listMs).map((more) => ({ ...about, ...more })),
    ...otherProgram(seen.found.line, options, mend).map((more) => ({ ...about, ...more })),
  ];
}

/** Of files that do not speak of sdl nobody asked. */
function unreadable(
  { message, line }: ConfigError,
  text: string,
  about: Pick<ClientFinding, "subject" | "path">,
): ClientFinding[] {
  if (!/\bsdl\b/.test(text)) return [];
  const advice = line === undefined ? "mend the file; its client cannot read it either" : `mend line ${line}`;
  return [{ level: "problem", ...about, text: message, advice }];
}

function faultOf({ command, args }: CommandLine, { platform, env }: Place): string | undefined {
  const paths = pathsOf(platform);
  const isThere = paths.isAbsolute(command) ? fileExists(command) : findProgram(command, platform, env) !== undefined;
  if (!isThere) return `it starts ${command}, which is not there`;
  const script = scriptOf({ command, args }, platform);
  if (script === undefined) return undefined;
  if (isEphemeral(script)) return `it starts ${script}, in a cache that is emptied`;
  return fileExists(script) ? undefined : `it starts ${script}, which is gone`;
}

/** Nothing that a repository's file names is run, but this very program. */
function whyNotRun(line: CommandLine, { place, program }: CheckOptions): string | undefined {
  const words = [line.command, ...line.args];
  // What runs from a cache writes no line of its own; see `serveLine`.
  const isWritten = PUBLISHED || !isEphemeral(program.script);
  const wanted = isWritten ? withAddedOptions(serveLine(program, place.platform), line) : undefined;
  if (wanted !== undefined && isDeepStrictEqual([wanted.command, ...wanted.args], words)) return undefined;
  return `not tried: a repository's file names another program (${words.join(" ")})`;
}

interface Tried extends Pick<ClientFinding, "level" | "text" | "advice"> {
  /** Where it answered. */
  readonly listMs?: number;
}

async function tryServer({ line, env }: FoundEntry, { place, cwd, probe, countTokens }: CheckOptions): Promise<Tried> {
  const words = [line.command, ...line.args];
  if (words.some((word) => /\$\{|\$env:/.test(word))) {
    return { level: "note", text: "not tried: its command line has variables that only the client knows" };
  }
  // npx prefers what a repository has under that name.
  const folder = line.args.includes(PACKAGE) ? (place.home ?? cwd) : cwd;
  const probed = await probe({ ...line, env: { ...place.env, ...env }, cwd: folder, timeoutMs: TIMEOUT_MS });
  if ("problem" in probed) {
    const lines = probed.said.trim().split("\n");
    const said = (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "").trim();
    const text = `the server does not answer: ${probed.problem}${said === "" ? "" : ` (it said: ${said})`}`;
    return { level: "problem", text, advice: `run it by hand: ${words.join(" ")}` };
  }
  const { tools, instructions, listMs, callMs } = probed;
  const tokens = countTokens(JSON.stringify(tools)) + countTokens(instructions);
  const times = `listed in ${Math.round(listMs)} ms, a call in ${Math.round(callMs)} ms`;
  const list = `${tools.length} tools for ${tokens.toLocaleString("en")} tokens with instructions`;
  return { level: "ok", text: `${list}, ${times}`, listMs };
}

/** The agent's first turn would lack the tools, and nobody would say so. */
function impatience(
  { title, patience }: Client,
  { isRequired }: FoundEntry,
  listMs: number | undefined,
): Pick<ClientFinding, "level" | "text" | "advice">[] {
  if (patience === undefined || isRequired || listMs === undefined || listMs <= patience.ms) return [];
  const text = `${title} waits ${patience.ms} ms for a server, then begins without its tools`;
  return [{ level: "note", text, advice: patience.advice }];
}

/** One that works, and is not this one. */
function otherProgram(
  line: CommandLine,
  { place, program }: CheckOptions,
  advice: string,
): Pick<ClientFinding, "level" | "text" | "advice">[] {
  const script = scriptOf(line, place.platform);
  if (script === undefined || realPath(script) === program.script) return [];
  return [{ level: "note", text: `it starts another sdl than this one: ${script}`, advice }];
}

/** Hooks and instructions as this version would write them. */
function checkPart(client: Client, scope: Scope, kind: PartKind, { place, program }: CheckOptions): ClientFinding[] {
  if ((scope === "user" ? place.home : place.project) === undefined) return [];
  const target = targetOf(client, scope, kind, { place, line: { program, platform: place.platform } });
  if (target === undefined || !fileExists(target.path)) return [];
  const { path, part } = target;
  try {
    const { text } = decode(readConfigFile(path).bytes ?? Buffer.alloc(0));
    if (!part.isIn(text) || part.put(text) === text) return [];
    const what =
      kind === "hooks" ? "its hook starts another sdl than this one" : "its instructions are another version's";
    const advice = `sdl init --client ${client.id} --${scope} --${kind}`;
    return [{ level: "note", subject: client.id, path, text: what, advice, fix: { client, scope, kind } }];
  } catch (error) {
    // What hinders set-up is said of the server's file, or when set-up runs.
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

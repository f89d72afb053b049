/**
 * Check of the clients' configuration files: whether their entries for SDL work. Each command line is run as the client runs it. Changes no file.
 */
import { isDeepStrictEqual } from "node:util";
import type { Client, Scope } from "../clients/client.js";
import { CLIENTS } from "../clients/table.js";
import { type CommandLine, isEphemeral, programScriptPath, serveLine, withAddedOptions } from "../command-line.js";
import { ConfigError } from "../config-error.js";
import { fileExists, readConfigFile, realPath } from "../files/config-file.js";
import { findProgram } from "../files/find-program.js";
import { type Place, pathFunctions } from "../place.js";
import { PACKAGE, PUBLISHED } from "../published.js";
import type { CommandContext, FoundEntry } from "../setup/entry-part.js";
import { clientFilePath, lookUpServer } from "../setup/find-clients.js";
import type { PartKind } from "../setup/part.js";
import { makeTarget } from "../setup/target.js";
import { decode } from "../text-form.js";
import type { Probe, ProbeResult } from "./probe.js";

/** A finding about one client's file. */
export interface ClientFinding {
  readonly level: "ok" | "note" | "problem";
  /** Id of the client. */
  readonly subject: string;
  readonly path: string;
  /** Finding about the file. */
  readonly text: string;
  readonly advice?: string;
  /** Set-up of this part fixes the problem. */
  readonly fix?: { readonly client: Client; readonly scope: Scope; readonly kind: PartKind };
}

/** Machine, program and server probe. */
export interface CheckOptions {
  readonly place: Place;
  readonly program: CommandContext["program"];
  /** Working directory of the servers that are tried. */
  readonly cwd: string;
  readonly probe: Probe;
  readonly countTokens: (text: string) => number;
}

/** Time limit in milliseconds for an answer of a server; clients wait at least as long. */
const TIMEOUT_MS = 20_000;

/** Findings in the order of the client table; none for clients without an entry for SDL. */
export async function checkClients(options: CheckOptions): Promise<ClientFinding[]> {
  const probe = cacheProbes(options.probe);
  const findings: ClientFinding[] = [];
  for (const client of CLIENTS) {
    for (const scope of client.scopes) {
      findings.push(...(await checkServer(client, scope, { ...options, probe })));
      for (const kind of ["hooks", "instructions"] as const) findings.push(...checkPart(client, scope, kind, options));
    }
  }
  return findings;
}

/** Caches results, because most clients have the same command line: it is tried once. */
function cacheProbes(probe: Probe): Probe {
  const known = new Map<string, Promise<ProbeResult>>();
  return (start) => {
    const key = JSON.stringify(start);
    const probed = known.get(key) ?? probe(start);
    known.set(key, probed);
    return probed;
  };
}

async function checkServer(client: Client, scope: Scope, options: CheckOptions): Promise<ClientFinding[]> {
  const path = clientFilePath(client, scope, options.place);
  if (path === undefined) return [];
  const about = { subject: client.id, path };
  const seen = lookUpServer(client, scope, path);
  if ("error" in seen) return unparsableFile(seen.error, seen.text ?? "", about);
  if (seen.found === undefined) return [];
  const mend = `sdl init --client ${client.id} --${scope}`;
  const fault = commandFault(seen.found.line, options.place);
  if (fault !== undefined) {
    return [{ level: "problem", ...about, text: fault, advice: mend, fix: { client, scope, kind: "server" } }];
  }
  if (seen.found.isDisabled) return [{ level: "note", ...about, text: "the server is disabled in this file" }];
  const refusal = scope === "project" ? reasonNotToRun(seen.found.line, options) : undefined;
  if (refusal !== undefined) return [{ level: "note", ...about, text: refusal }];
  // The environment is not taken from a repository's file either.
  const tried = await tryServer(scope === "project" ? { ...seen.found, env: {} } : seen.found, options);
  const { listMs, ...finding } = tried;
  return [
    { ...about, ...finding },
    ...slowServerFindings(client, seen.found, listMs).map((more) => ({ ...about, ...more })),
    ...otherInstallation(seen.found.line, options, mend).map((more) => ({ ...about, ...more })),
  ];
}

/** Finding about a file that cannot be parsed; none if it does not mention SDL. */
function unparsableFile(
  { message, line }: ConfigError,
  text: string,
  about: Pick<ClientFinding, "subject" | "path">,
): ClientFinding[] {
  if (!/\bsdl\b/.test(text)) return [];
  const advice = line === undefined ? "correct the file; the client cannot read it either" : `correct line ${line}`;
  return [{ level: "problem", ...about, text: message, advice }];
}

function commandFault({ command, args }: CommandLine, { platform, env }: Place): string | undefined {
  const paths = pathFunctions(platform);
  const isThere = paths.isAbsolute(command) ? fileExists(command) : findProgram(command, platform, env) !== undefined;
  if (!isThere) return `the entry starts ${command}, which does not exist`;
  const script = programScriptPath({ command, args }, platform);
  if (script === undefined) return undefined;
  if (isEphemeral(script)) return `the entry starts ${script}, which is in a temporary cache`;
  return fileExists(script) ? undefined : `the entry starts ${script}, which does not exist`;
}

/** Reason not to run the command line of a repository's file; only this very program is run from there. */
function reasonNotToRun(line: CommandLine, { place, program }: CheckOptions): string | undefined {
  const words = [line.command, ...line.args];
  // A program in a cache writes no command line; see `serveLine`.
  const isWritten = PUBLISHED || !isEphemeral(program.script);
  const wanted = isWritten ? withAddedOptions(serveLine(program, place.platform), line) : undefined;
  if (wanted !== undefined && isDeepStrictEqual([wanted.command, ...wanted.args], words)) return undefined;
  return `not tried: the repository's file starts another program than this one (${words.join(" ")})`;
}

interface ServerFinding extends Pick<ClientFinding, "level" | "text" | "advice"> {
  /** Milliseconds until the list of tools; absent if the server did not answer. */
  readonly listMs?: number;
}

async function tryServer(
  { line, env }: FoundEntry,
  { place, cwd, probe, countTokens }: CheckOptions,
): Promise<ServerFinding> {
  const words = [line.command, ...line.args];
  if (words.some((word) => /\$\{|\$env:/.test(word))) {
    return { level: "note", text: "not tried: the command line contains variables that only the client resolves" };
  }
  // npx would prefer a program of that name in the repository.
  const folder = line.args.includes(PACKAGE) ? (place.home ?? cwd) : cwd;
  const probed = await probe({ ...line, env: { ...place.env, ...env }, cwd: folder, timeoutMs: TIMEOUT_MS });
  if ("problem" in probed) {
    const lines = probed.said.trim().split("\n");
    const said = (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "").trim();
    const text = `the server does not answer: ${probed.problem}${said === "" ? "" : ` (its output: ${said})`}`;
    return { level: "problem", text, advice: `run the command by hand to see its errors: ${words.join(" ")}` };
  }
  const { tools, instructions, listMs, callMs } = probed;
  const tokens = countTokens(JSON.stringify(tools)) + countTokens(instructions);
  const times = `listed in ${Math.round(listMs)} ms, a call in ${Math.round(callMs)} ms`;
  const list = `${tools.length} tools for ${tokens.toLocaleString("en")} tokens with instructions`;
  return { level: "ok", text: `${list}, ${times}`, listMs };
}

/** Finding about a client that does not wait for a slow server: the agent's first turn would lack the tools without any message. */
function slowServerFindings(
  { title, patience }: Client,
  { isRequired }: FoundEntry,
  listMs: number | undefined,
): Pick<ClientFinding, "level" | "text" | "advice">[] {
  if (patience === undefined || isRequired || listMs === undefined || listMs <= patience.ms) return [];
  const text = `${title} waits ${patience.ms} ms for a server, then begins without its tools`;
  return [{ level: "note", text, advice: patience.advice }];
}

/** Finding about an entry that starts another installation of SDL. */
function otherInstallation(
  line: CommandLine,
  { place, program }: CheckOptions,
  advice: string,
): Pick<ClientFinding, "level" | "text" | "advice">[] {
  const script = programScriptPath(line, place.platform);
  if (script === undefined || realPath(script) === program.script) return [];
  return [{ level: "note", text: `the entry starts another installation of sdl: ${script}`, advice }];
}

/** Finding about hooks or instructions that differ from what this version writes. */
function checkPart(client: Client, scope: Scope, kind: PartKind, { place, program }: CheckOptions): ClientFinding[] {
  if ((scope === "user" ? place.home : place.project) === undefined) return [];
  const target = makeTarget(client, scope, kind, { place, line: { program, platform: place.platform } });
  if (target === undefined || !fileExists(target.path)) return [];
  const { path, part } = target;
  try {
    const { text } = decode(readConfigFile(path).bytes ?? Buffer.alloc(0));
    if (!part.isPresent(text) || part.put(text) === text) return [];
    const what =
      kind === "hooks"
        ? "the hook differs from what this version writes"
        : "the instructions differ from those of this version";
    const advice = `sdl init --client ${client.id} --${scope} --${kind}`;
    return [{ level: "note", subject: client.id, path, text: what, advice, fix: { client, scope, kind } }];
  } catch (error) {
    // Obstacles to set-up are reported with the server's file, or when set-up runs.
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

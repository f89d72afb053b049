/** `sdl serve --http --remote`: the MCP server over a team's remote, without any checkout. */
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import process from "node:process";
import { cacheDirectory, SdlError } from "@sdl/engine";
import type { Team } from "@sdl/engine/team";
import type { SessionEnvironment } from "../../session.js";
import { addressWarnings, servedHosts } from "./serve-http-command.js";
import { offerFromOptions, type ServeOptions } from "./serve-options.js";

const MINUTE_MS = 60_000;
/** Bytes of cached indexes by default. */
const CACHE_BYTES = 10_000_000_000;

/** Options that say what to serve on this machine: they contradict a remote. */
const LOCAL = ["repo", "store"] as const;

/** Serves until a signal comes, then ends the process. @throws {SdlError} `invalid_params`, errors of the remote */
export async function serveTeamCommand(environment: SessionEnvironment, options: ServeOptions): Promise<void> {
  const { cwd, env, terminal } = environment;
  const { remote = "", data, rules, mirrors, cacheBytes = CACHE_BYTES, host, idleExit = 0 } = options;
  const contradiction = LOCAL.find((name) => options[name] !== undefined);
  if (contradiction !== undefined)
    throw new SdlError(
      "invalid_params",
      `--${contradiction} is for repositories of this machine; leave it or --remote out`,
    );
  const offer = offerFromOptions(options, env);
  const notice = (text: string) => terminal.err(`sdl: ${text}\n`);
  const [{ withTeam, TEAM_REFUSALS }, { serveTeam, HTTP_PATH }] = await Promise.all([
    import("@sdl/engine/team"),
    import("@sdl/mcp-server/team"),
  ]);
  const inFolder = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
  const place = {
    remote: remote.includes("://") ? remote : resolve(cwd, remote),
    directory: resolve(cwd, data ?? join(cacheDirectory(env), "team")),
    rules: inFolder(rules),
    mirrors: inFolder(mirrors),
  };
  await withTeam({ ...place, maxBytes: cacheBytes, onNotice: notice }, (team) =>
    serveTeam({
      ...{ ...offer, team },
      selection: offer.selection.without(TEAM_REFUSALS),
      address: host,
      port: options.port,
      hosts: servedHosts(options),
      limitMs: options.requestTimeout * 1000,
      ...(idleExit === 0 ? {} : { idleMs: idleExit * MINUTE_MS }),
      onListening: (port) => {
        notice(`serving MCP at http://${isIP(host) === 6 ? `[${host}]` : host}:${port}${HTTP_PATH}`);
        for (const line of greeting(team, options)) notice(line);
      },
    }),
  );
  process.exit(0);
}

function greeting(team: Team, options: ServeOptions): readonly string[] {
  const { place, tokenPath } = team;
  return [
    `repositories: those that were pushed to ${place}`,
    tokenPath === undefined
      ? "clients send their tokens, as the rules of access have them"
      : `clients send "Authorization: Bearer TOKEN" with the token in ${tokenPath}, which reads everything; give --rules for tokens of single repositories`,
    ...addressWarnings(options),
  ];
}

/** A server over a team's remote, in this process, and raw requests to it. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { selectActions } from "@sdl/engine";
import { TEAM_REFUSALS, withTeam } from "@sdl/engine/team";
import type { makePlace } from "@sdl/engine/testing";
import { HTTP_PATH, serveTeam } from "../../src/team/index.js";

/** Any answer to a JSON-RPC request, as its text. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A running server. */
export class TeamServer {
  private id = 0;

  private constructor(
    readonly url: string,
    readonly dataFolder: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** @param rules repositories by token @param remote place of the remote */
  static async start(
    place: ReturnType<typeof makePlace>,
    remote: string,
    rules: Readonly<Record<string, readonly string[]>>,
  ): Promise<TeamServer> {
    const path = join(place.folder, "rules.json");
    const tokens = Object.entries(rules).map(([token, repositories]) => ({
      name: `rule ${repositories.join(" ")}`,
      sha256: createHash("sha256").update(token).digest("hex"),
      repositories,
    }));
    writeFileSync(path, JSON.stringify({ tokens }));
    const directory = join(place.folder, "data");
    const stopping = new AbortController();
    const options = { remote, directory, maxBytes: 1e9, rules: path, onNotice: () => undefined };
    return new Promise((resolve, reject) => {
      const served = withTeam(options, (team) =>
        serveTeam({
          ...{ team, hosts: [], address: "127.0.0.1", port: 0, mode: "all", stop: stopping.signal },
          selection: selectActions({}).without(TEAM_REFUSALS),
          onListening: (port) =>
            resolve(
              new TeamServer(`http://127.0.0.1:${port}`, directory, async () => {
                stopping.abort();
                await served;
              }),
            ),
        }),
      );
      served.catch(reject);
    });
  }

  /** A request of any method of the protocol. */
  async request(token: string | undefined, method: string, params: object): Promise<Answered> {
    this.id++;
    const response = await fetch(`${this.url}${HTTP_PATH}`, {
      method: "POST",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: this.id, method, params }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** A call of a tool. */
  call(token: string | undefined, name: string, args: object): Promise<Answered> {
    return this.request(token, "tools/call", { name, arguments: args });
  }

  /** A page. */
  async get(path: string, token?: string): Promise<Answered> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${this.url}${path}`, { headers });
    return { status: response.status, text: await response.text() };
  }
}

/** A team's remote in a folder, and servers over it in this process. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace } from "@sdl/repository/testing";
import type { Engine } from "../../src/contract/engine.js";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import { errorText } from "../../src/contract/error-text.js";
import { makeToolStyle } from "../../src/contract/tool-calls.js";
import { findAction } from "../../src/dispatch.js";
import { type Team, type TeamOptions, withTeam } from "../../src/team/index.js";

/** Folders of a test. */
export class TeamPlace {
  private readonly place = makePlace();
  readonly folder = this.place.folder;
  readonly remote = join(this.folder, "team");
  readonly notices: string[] = [];

  /** Writes a file of rules. @param rules repositories by token */
  writeRules(rules: Readonly<Record<string, readonly string[]>>): string {
    const path = join(this.folder, "rules.json");
    const tokens = Object.entries(rules).map(([token, repositories]) => ({
      name: `owner of ${token}`,
      sha256: createHash("sha256").update(token).digest("hex"),
      repositories,
    }));
    writeFileSync(path, JSON.stringify({ tokens }));
    return path;
  }

  /** Runs work with a server. @param name of its folder */
  serve<T>(work: (team: Team) => Promise<T>, options: Partial<TeamOptions> = {}, name = "data"): Promise<T> {
    const place = { remote: this.remote, directory: join(this.folder, name), maxBytes: 1e9 };
    return withTeam({ ...place, onNotice: (text) => void this.notices.push(text), ...options }, work);
  }

  remove(): void {
    this.place.remove();
  }
}

/** The engine as the owner of a token sees it. */
export async function engineWith(team: Team, token: string): Promise<Engine> {
  const principal = team.principalOf(token);
  if (principal === undefined) throw new Error(`no rule has the token ${token}`);
  return team.engineOf(principal);
}

/** The text of an answer or an error, as a client receives it. */
export async function ask(engine: Engine, name: string, args: object): Promise<string> {
  const action = findAction(name);
  if (action === undefined) throw new Error(`no action is called ${name}`);
  const style = makeToolStyle("dotted");
  try {
    return action.text(await action.execute(args, { engine, text: style }), style);
  } catch (error) {
    return errorText(toErrorAnswer(error), style);
  }
}

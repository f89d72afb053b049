/** Routes of a question to the index, each with the text that its client gets. */
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  errorText,
  findAction,
  makeToolStyle,
  openEngine,
  runAction,
  type TextStyle,
  toErrorAnswer,
} from "@sdl/engine";
import { COMMAND_STYLE } from "../../src/render/command-style.js";
import { runCommand } from "../run.js";
import type { Client } from "../support/server.js";

export interface Question {
  readonly action:
    | "sdl.symbol.search"
    | "sdl.symbol.getCard"
    | "sdl.symbol.references"
    | "sdl.file.outline"
    | "sdl.slice.build";
  readonly args: Readonly<Record<string, unknown>>;
  /** The same question as a command. */
  readonly command: readonly string[];
}

export interface Route {
  readonly name: string;
  readonly style: TextStyle;
  /** @param isPatient waits until the index is up to date @returns the text of the answer or error */
  ask(question: Question, isPatient: boolean): Promise<string>;
}

let nextId = 1000;

export function serverRoute(name: string, client: Client): Route {
  return {
    name,
    style: makeToolStyle("underscore"),
    ask: async ({ action, args }, isPatient) => {
      const id = nextId++;
      client.send({
        id,
        method: "tools/call",
        params: { name: action.replaceAll(".", "_"), arguments: { ...args, ...(isPatient && { fresh: true }) } },
      });
      const { result } = (await client.answer(id)) as { readonly result?: ToolResult };
      return result?.content[0]?.text ?? "";
    },
  };
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
}

/** The command line, run in this process. */
export function commandRoute(cwd: string, home: string): Route {
  return {
    name: "command line",
    style: COMMAND_STYLE,
    ask: async ({ command }, isPatient) => {
      const { out, err, exitCode } = await runCommand({ cwd, home }, isPatient ? [...command, "--fresh"] : command);
      // Progress lines come before an error.
      return exitCode === 0 ? out : err.slice(err.indexOf("error ["));
    },
  };
}

/** An index built from scratch of the work tree as it is now. */
export class Scratch {
  private constructor(
    private readonly folder: string,
    private readonly engine: ReturnType<typeof openEngine>,
  ) {}

  /** Registered like the tree: if there is nothing to index, both must say so in the same words. */
  static async of(root: string): Promise<Scratch> {
    const folder = mkdtempSync(join(tmpdir(), "sdl-scratch-"));
    const copy = join(folder, "my-app");
    cpSync(root, copy, { recursive: true, filter: (path) => !/\/my-app\/\.(?:sdl|git)$/.test(path) });
    mkdirSync(join(copy, ".git/info"), { recursive: true });
    const exclude = join(root, ".git/info/exclude");
    if (existsSync(exclude)) copyFileSync(exclude, join(copy, ".git/info/exclude"));
    const engine = openEngine({ cwd: copy, env: { SDL_HOME: join(folder, "home") } });
    await engine.register({ rootPath: copy, settings: {} });
    return new Scratch(folder, engine);
  }

  async ask({ action, args }: Question, style: TextStyle): Promise<string> {
    try {
      const answer = await runAction(action, { ...args, fresh: false }, { engine: this.engine, text: style });
      return findAction(action)?.text(answer, style) ?? "";
    } catch (error) {
      return errorText(toErrorAnswer(error), style);
    }
  }

  async remove(): Promise<void> {
    await this.engine.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `sdl serve --http` in a process of its own, and calls of its tools: one connection, one call after another. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { CLI } from "../paths.js";

/** How to start a server. */
export interface HttpCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Reads the token of calls; called once the server listens. */
  token(): string;
}

/** What of an answer is read. */
interface Answer {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

/** A running server. */
export class HttpServer {
  private id = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** @throws {Error} with its output if it ends before it listens */
  static async start({ args, cwd, env, token }: HttpCommand): Promise<HttpServer> {
    const child = spawn(process.execPath, [CLI, "serve", "--http", "--port", "0", ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let written = "";
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        written += text;
        const [, found] = /serving MCP at (\S+)\n[\s\S]*repositories: .*\n/.exec(written) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${written}`)));
    });
    return new HttpServer(child, url, token());
  }

  /** Calls a tool. @param token of a caller other than the server's own @returns the answer's text @throws {Error} if the answer is an error */
  async call(name: string, args: object, token = this.token): Promise<string> {
    this.id++;
    const response = await fetch(this.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: this.id, method: "tools/call", params: { name, arguments: args } }),
    });
    const text = await response.text();
    const answer = readAnswer(text);
    if (answer === undefined || answer.isError === true) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    return (answer.content ?? []).map((block) => block.text ?? "").join("\n");
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await exited;
  }
}

/** The result of a response, which is JSON or one event; `undefined` if it is an error. */
function readAnswer(text: string): Answer | undefined {
  const json = text.startsWith("{") ? text : /^data: (.*)$/m.exec(text)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as { readonly result?: Answer }).result;
}

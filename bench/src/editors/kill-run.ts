/**
 * Test run that kills servers while an editor types; afterwards, answers must contain everything that the editor's
 * server had acknowledged.
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { McpClient } from "../memory/mcp-client.js";
import { CLI } from "../paths.js";
import { processFamily } from "../process/usage.js";
import type { StorePlace } from "../product/cold.js";
import { pick, randomNumbers } from "../statistics/random.js";
import { untilFound } from "./agent.js";
import { Editor } from "./editor.js";
import { functionText, numberInLetters, sourceFiles } from "./source-file.js";

const MAX_LINES = 600;
const OPEN_FILES = 6;
const MOST_BETWEEN_KILLS_MS = 1500;
const BETWEEN_KEYS_MS = 40;
const VICTIMS = ["editor", "agent", "both"] as const;

/** One session of typing and kills, with its counts. */
export class KillRun {
  kills = 0;
  acknowledged = 0;
  readonly lost: string[] = [];
  private readonly random: () => number;
  private readonly editor: Editor;
  private readonly files: readonly string[];
  private readonly texts = new Map<string, string>();
  /** By file, the name in its text after which the editor's server has answered. */
  private readonly names = new Map<string, string>();
  private agent: McpClient | undefined;
  private typed = 0;

  constructor(
    private readonly root: string,
    private readonly place: StorePlace,
    seed: number,
  ) {
    this.random = randomNumbers(seed);
    this.editor = new Editor(root, place.env);
    const all = sourceFiles(root, MAX_LINES);
    this.files = [...new Set(Array.from({ length: OPEN_FILES }, () => pick(all, this.random)))];
  }

  async run(kills: number): Promise<void> {
    await this.editor.start();
    await this.connectAgent();
    for (const file of this.files) {
      await this.editor.openFile(file);
      this.texts.set(file, this.editor.textOf(file));
    }
    while (this.kills < kills) await this.runRound();
    await this.checkAcknowledged();
    for (const file of this.files) await this.editor.save(file);
    await this.editor.sendRequest("sdl/status", {});
    await this.editor.stop();
    await this.agent?.close();
  }

  /** Types until a random moment, kills the server, restarts it, and checks that acknowledged text was kept. */
  private async runRound(): Promise<void> {
    const untilMs = performance.now() + this.random() * MOST_BETWEEN_KILLS_MS;
    while (performance.now() < untilMs) await this.typeText(this.random() < 0.3);
    // Unacknowledged text: the editor keeps it and sends it to the next server.
    if (this.random() < 0.5) void this.typeText(false);
    const victim = pick(VICTIMS, this.random);
    this.kills++;
    await Promise.all([
      victim === "agent" ? undefined : this.editor.killServer(),
      victim === "editor" ? undefined : this.killAgent(),
    ]);
    if (victim !== "editor") await this.connectAgent();
    // With only the agent's server running: acknowledged text must be in answers although no server serves the editor.
    if (this.random() < 0.3) await this.checkAcknowledged();
    if (victim !== "agent") await this.editor.start();
    await this.checkAcknowledged();
  }

  private async typeText(isAcknowledged: boolean): Promise<void> {
    const file = pick(this.files, this.random);
    const name = `killed${numberInLetters(this.typed++)}`;
    await this.editor.change(file, (this.texts.get(file) ?? "") + functionText(file, name));
    if (isAcknowledged && (await this.isTaken(file))) this.names.set(file, name);
    else this.names.delete(file);
    await sleep(BETWEEN_KEYS_MS);
  }

  /** Whether the server received the text: an answer about a document comes after its text was received. */
  private async isTaken(file: string): Promise<boolean> {
    try {
      await this.editor.hover(file);
      return true;
    } catch {
      return false;
    }
  }

  private async checkAcknowledged(): Promise<void> {
    const { agent } = this;
    if (agent === undefined) return;
    for (const [file, name] of this.names) {
      this.acknowledged++;
      try {
        await untilFound(agent, name, { pauseMs: 20 });
      } catch (error) {
        this.lost.push(`after kill ${this.kills}, ${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  private async connectAgent(): Promise<void> {
    this.agent = await McpClient.connect({ cli: CLI, cwd: this.root, args: ["--tools", "all"], env: this.place.env });
  }

  private async killAgent(): Promise<void> {
    const { agent } = this;
    if (agent === undefined) return;
    for (const pid of processFamily(agent.pid)) process.kill(pid, "SIGKILL");
    await agent.ended.catch(() => undefined);
  }
}

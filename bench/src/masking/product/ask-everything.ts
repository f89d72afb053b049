/** Calls every action of the table on a repository, so that answers and errors cover all of its files. */
import {
  ACTIONS,
  type Answer,
  type AnswerFormat,
  type Engine,
  errorText,
  findAction,
  makeToolStyle,
  runAction,
  toErrorAnswer,
} from "@sdl/engine";
import type { PlantedText } from "./planted.js";

/** Secrets that a client sends. */
export interface SentSecrets {
  readonly memories: readonly PlantedText[];
  readonly feedback: readonly PlantedText[];
  /** In arguments: calls that find nothing, tasks and reasons. */
  readonly arguments: readonly PlantedText[];
}

/** Symbols and files to query. */
export interface AskedSymbols {
  readonly files: readonly string[];
  readonly ids: readonly string[];
}

const STYLE = makeToolStyle("underscore");

/** Number of symbols for costly actions. */
const FEW = 15;
const MAX_TAG = 60;
const WIDE_POLICY = {
  ...{ maxWindowLines: 10_000, maxWindowTokens: 100_000, requireIdentifiers: false, defaultDenyRaw: false },
};

/** Calls actions and collects everything that is sent. */
export class Asking {
  /** All answers and errors, by format. */
  readonly sent: Readonly<Record<AnswerFormat, string[]>> = { text: [], json: [] };
  private readonly answered = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly repoId: string,
  ) {}

  /** Actions that only gave errors. */
  get unanswered(): readonly string[] {
    return ACTIONS.map(({ name }) => name).filter((name) => !this.answered.has(name));
  }

  async sendTexts({ memories, feedback, arguments: said }: SentSecrets): Promise<void> {
    for (const { text } of memories) {
      await this.callAction("sdl.memory.store", {
        type: "bugfix",
        title: text.slice(0, 100),
        content: text,
        tags: ["a"],
      });
    }
    for (const { text } of feedback) await this.report(text);
    for (const { text } of said) await this.failWith(text);
  }

  /** Builds a slice and reports feedback about it. */
  private async report(taskText: string): Promise<void> {
    const request = { taskText, budget: { maxCards: 3 }, wireFormat: "standard" };
    const { sliceHandle, ledgerVersion, slice } = (await this.callAction("sdl.slice.build", request)) as SliceAnswer;
    const usefulSymbols = slice?.cards?.slice(0, 1).map(({ symbolId }) => symbolId) ?? [];
    const told = {
      sliceHandle,
      usefulSymbols,
      taskText,
      taskTags: taskText.length > MAX_TAG ? [] : [taskText],
      taskType: "debug",
    };
    await this.callAction("sdl.agent.feedback", { versionId: ledgerVersion, ...told });
    await this.callAction("sdl.slice.refresh", { sliceHandle, knownVersion: ledgerVersion });
    await this.callAction("sdl.slice.spillover.get", { spilloverHandle: sliceHandle?.replace("h_", "sp_") ?? "" });
  }

  /** Makes failing calls: their arguments name symbols and files that do not exist, and contain the text. */
  private async failWith(text: string): Promise<void> {
    await this.callAction("sdl.symbol.getCard", { symbolRef: { name: text } });
    await this.callAction("sdl.file.outline", { file: text });
    await this.callAction("sdl.graph.path", { from: { name: text }, to: { name: text } });
    await this.callAction("sdl.symbol.search", { query: text });
    await this.callAction("sdl.slice.spillover.get", { spilloverHandle: text });
    await this.callAction("sdl.delta.get", { fromVersion: text, toVersion: "@latest" });
    await this.callAction("sdl.index.import", { path: text });
    await this.callAction("sdl.repo.register", { rootPath: `/${text}` });
    await this.callAction("sdl.manual", { actions: [text] });
    await this.callAction("sdl.chain", { steps: [{ fn: text, args: {} }] });
    await this.callAction("sdl.symbol.search", { quary: text, [text]: 1 });
    await this.callAction("sdl.agent.orchestrate", { taskType: "debug", taskText: text });
    await this.callAction("sdl.index.refresh", { reason: text });
  }

  async ofRepository(symbols: AskedSymbols): Promise<void> {
    await this.callAction("sdl.policy.set", { policyPatch: WIDE_POLICY });
    await this.ofFiles(symbols);
    for (const symbolId of symbols.ids.slice(0, FEW)) await this.ofSymbolAtLength(symbolId, symbols.ids[0] ?? symbolId);
    await this.ofWhole(symbols.ids);
  }

  async ofFiles({ files, ids }: AskedSymbols): Promise<void> {
    for (const file of files) {
      await this.callAction("sdl.file.outline", { file });
      await this.callAction("sdl.code.getSkeleton", { file });
      await this.callAction("sdl.symbol.at", { file, line: 1 });
    }
    for (const symbolId of ids) await this.ofSymbol(symbolId);
  }

  /** Reads documents and configuration in full, and a missing part: the error lists the existing parts. */
  async ofTexts(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await this.callAction("sdl.file.read", { path });
      await this.callAction("sdl.file.read", { path, key: "no such key" });
      await this.callAction("sdl.file.read", { path, heading: "no such heading" });
    }
  }

  private async ofSymbol(symbolId: string): Promise<void> {
    await this.callAction("sdl.symbol.getCard", { symbolId, includeResolutionMetadata: true });
    await this.callAction("sdl.code.getHotPath", {
      symbolId,
      identifiersToFind: ["x", "f", "g", "base", "env", "bob"],
    });
    const reason = "BREAK-GLASS: to fix a bug";
    const window = { symbolId, reason, expectedLines: 50, identifiersToFind: [], granularity: "fileWindow" };
    await this.callAction("sdl.code.needWindow", window);
  }

  private async ofSymbolAtLength(symbolId: string, other: string): Promise<void> {
    await this.callAction("sdl.symbol.getCards", { symbolIds: [symbolId, other] });
    await this.callAction("sdl.logic.slice", { symbolId, detail: "L4" });
    await this.callAction("sdl.symbol.references", { symbolId, direction: "references" });
    await this.callAction("sdl.graph.path", { from: symbolId, to: other });
    for (const taskType of ["fix", "extend", "refactor", "understand"]) {
      await this.callAction("sdl.context.forTask", { symbolId, taskType });
    }
  }

  private async ofWhole(ids: readonly string[]): Promise<void> {
    for (const query of ["password", "api key", "client secret of the service", "file", "where is x set"]) {
      await this.callAction("sdl.symbol.search", { query, limit: 1000, includeRetrievalEvidence: true });
      await this.callAction("sdl.memory.query", { query, limit: 100 });
      for (const cardDetail of ["full", "minimal"])
        await this.callAction("sdl.slice.build", {
          taskText: query,
          cardDetail,
          budget: { maxEstimatedTokens: 50_000 },
        });
      for (const format of ["markdown", "json", "clipboard"])
        await this.callAction("sdl.context.summary", { query, format, scope: "task", budget: 8000 });
      await this.callAction("sdl.agent.orchestrate", { taskType: "debug", taskText: query });
      await this.callAction("sdl.action.search", { query });
    }
    await this.callAction("sdl.memory.surface", { symbolIds: ids.slice(0, 500), limit: 50 });
    await this.callAction("sdl.agent.feedback.query", { limit: 1000 });
    const versions = { fromVersion: "@latest~1", toVersion: "@latest" };
    await this.callAction("sdl.delta.get", { ...versions, budget: { maxCards: 500, maxEstimatedTokens: 100_000 } });
    await this.callAction("sdl.delta.get", versions);
    await this.callAction("sdl.pr.risk.analyze", versions);
    await this.callAction("sdl.chain", { steps: [{ fn: "symbolSearch", args: { query: "password" } }] });
    await this.callAction("sdl.repo.overview", { level: "full", includeHotspots: true });
    for (const name of ["sdl.repo.status", "sdl.repo.list", "sdl.version.list", "sdl.policy.get", "sdl.info"])
      await this.callAction(name, {});
    await this.callAction("sdl.manual", {});
    await this.callAction("sdl.usage.stats", { persist: true });
    await this.callAction("sdl.index.export", { path: "all.sdlindex" });
    await this.callAction("sdl.index.import", { path: "all.sdlindex" });
    await this.callAction("sdl.version.prune", { dryRun: true });
  }

  /** Calls actions that delete something: a memory, the repository. */
  async callDeletingActions(rootPath: string): Promise<void> {
    const { memories } = (await this.callAction("sdl.memory.query", { limit: 1 })) as {
      memories?: { memoryId: string }[];
    };
    await this.callAction("sdl.memory.remove", { memoryId: memories?.[0]?.memoryId ?? "" });
    await this.callAction("sdl.repo.unregister", { deleteIndex: false });
    await this.callAction("sdl.repo.register", { rootPath });
  }

  /**
   * Calls an action in both formats; once only if it changes data.
   * @returns the answer as JSON; an empty object if it is an error
   */
  async callAction(name: string, args: object): Promise<Answer> {
    const action = findAction(name);
    const takesRepository = action?.inputSchema().properties?.["repoId"] !== undefined && name !== "sdl.repo.register";
    const request = takesRepository ? { repoId: this.repoId, ...args } : args;
    const answer = await this.askAs("json", name, request);
    if (action?.annotations.readOnly !== true && answer !== undefined)
      this.noteAnswer("text", name, action?.text(answer, STYLE));
    else await this.askAs("text", name, request);
    return answer ?? {};
  }

  private async askAs(form: AnswerFormat, name: string, request: object): Promise<Answer | undefined> {
    const { engine } = this;
    const isText = form === "text";
    try {
      const answer = await runAction(name, request, isText ? { engine, text: STYLE } : { engine });
      this.answered.add(name);
      this.noteAnswer(form, name, isText ? findAction(name)?.text(answer, STYLE) : JSON.stringify(answer));
      return answer;
    } catch (error) {
      const told = toErrorAnswer(error, engine.log);
      this.noteAnswer(form, name, isText ? errorText(told, STYLE) : JSON.stringify(told));
      return undefined;
    }
  }

  private noteAnswer(form: AnswerFormat, name: string, text = ""): void {
    this.sent[form].push(`${name} ${text}`);
  }
}

interface SliceAnswer {
  readonly sliceHandle?: string;
  readonly ledgerVersion?: string;
  readonly slice?: { readonly cards?: readonly { readonly symbolId: string }[] };
}

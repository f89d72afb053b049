/** Table of third-party agents: package, and configuration for a model on this machine. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folders, model address and prompt of an agent's run. */
export interface Place {
  /** Folder of the npm packages. */
  readonly packages: string;
  /** An empty home folder for the agent. */
  readonly home: string;
  /** Address of the model, without a path. */
  readonly model: string;
  readonly prompt: string;
}

/** Command and environment that start an agent. */
export interface AgentCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A coding agent under test. */
export interface Agent {
  readonly name: string;
  /** Name on npm. */
  readonly packageName: string;
  /** Program in `node_modules/.bin`. */
  readonly bin: string;
  /** Name in `sdl init --client`. */
  readonly client: string;
  /** Writes the settings for the model; `sdl init` adds our server to them. */
  setUp(place: Place): AgentCommand;
}

function write(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

/** Its tool search stays on: deferred tools are not in its first request. */
const claudeCode: Agent = {
  name: "Claude Code",
  packageName: "@anthropic-ai/claude-code",
  bin: "claude",
  client: "claude-code",
  setUp: ({ model, prompt }) => {
    const limits = ["--allowedTools", "mcp__sdl", "--max-turns", "4", "--output-format", "stream-json", "--verbose"];
    return {
      args: ["-p", prompt, ...limits],
      env: {
        ANTHROPIC_API_KEY: "none",
        ANTHROPIC_BASE_URL: model,
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        IS_SANDBOX: "1",
        // Without this, a prompt on the command line is sent before servers have listed their tools.
        MCP_CONNECTION_NONBLOCKING: "0",
      },
    };
  },
};

const codex: Agent = {
  name: "Codex",
  packageName: "@openai/codex",
  bin: "codex",
  client: "codex",
  setUp: ({ home, model, prompt }) => {
    const settings = [
      'model = "stub"',
      'model_provider = "stub"',
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      "[model_providers.stub]",
      'name = "stub"',
      `base_url = "${model}/v1"`,
      'wire_api = "responses"',
      "requires_openai_auth = false",
    ];
    write(join(home, ".codex", "config.toml"), `${settings.join("\n")}\n`);
    return { args: ["exec", "--skip-git-repo-check", "--json", prompt], env: {} };
  },
};

const gemini: Agent = {
  name: "Gemini CLI",
  packageName: "@google/gemini-cli",
  bin: "gemini",
  client: "gemini",
  setUp: ({ home, model, prompt }) => {
    write(join(home, ".gemini", "settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
    });
    return {
      args: ["-m", "gemini-2.5-flash", "-y", "-p", prompt, "--output-format", "json"],
      env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    };
  },
};

/** All agents that are tried. */
export const AGENTS: readonly Agent[] = [claudeCode, codex, gemini];

/** Table of clients, one entry each, ordered by number of users. Each entry links the documentation of its formats. */
import { jsonEditor } from "../edit/json-editor.js";
import { tomlEditor } from "../edit/toml-editor.js";
import { yamlEditor } from "../edit/yaml-editor.js";
import type { Folders } from "../place.js";
import type { Client, EntryShape, ServerFormat } from "./client.js";
import { COMMAND_LIST_SHAPE, COPILOT_SHAPE, GOOSE_SHAPE, NAMED_SHAPE, PLAIN_SHAPE, STDIO_SHAPE } from "./shapes.js";

const AGENTS = "AGENTS.md";

function jsonServerFormat(container: string, shape: EntryShape = PLAIN_SHAPE): ServerFormat {
  return { editor: jsonEditor, shape, container: [container], skeleton: {} };
}

/** A client of the VS Code family; it keeps user files in a folder with its own name. */
function codeClient(id: string, title: string, program: string, folder: string): Client {
  return {
    id,
    title,
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
    programs: [program],
    folders: (at) => [at.applicationDataFolder(folder)],
    projectSigns: [".vscode"],
    scopes: ["user", "project"],
    user: (at) => [{ path: at.applicationDataFolder(folder, "User", "mcp.json") }],
    project: ".vscode/mcp.json",
    server: jsonServerFormat("servers", STDIO_SHAPE),
    // https://code.visualstudio.com/docs/copilot/customization/custom-instructions
    instructions: { project: [".github/copilot-instructions.md", AGENTS], prefix: "" },
    next: "open the chat in agent mode; VS Code starts the server when it is needed",
  };
}

/** Folder of a VS Code extension's files. */
function extensionFolder(at: Folders, id: string, ...parts: string[]): string {
  return at.applicationDataFolder("Code", "User", "globalStorage", id, ...parts);
}

/** Every client that set-up knows. */
export const CLIENTS: readonly Client[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    // https://code.claude.com/docs/en/mcp
    programs: ["claude"],
    folders: (at) => [at.fromVariable("CLAUDE_CONFIG_DIR", at.homePath(".claude"))],
    projectSigns: [".mcp.json", ".claude"],
    scopes: ["user", "project"],
    user: (at) => [{ path: at.fromVariable("CLAUDE_CONFIG_DIR", at.homePath(), ".claude.json") }],
    project: ".mcp.json",
    server: jsonServerFormat("mcpServers", STDIO_SHAPE),
    // https://code.claude.com/docs/en/hooks
    hooks: {
      user: (at) => at.fromVariable("CLAUDE_CONFIG_DIR", at.homePath(".claude"), "settings.json"),
      project: ".claude/settings.json",
      event: "PostToolUse",
      // Releases without the first two tools search with the shell.
      matcher: "Grep|Glob|Read|Bash",
      timeout: 5,
      skeleton: {},
    },
    // https://code.claude.com/docs/en/memory
    instructions: {
      project: ["CLAUDE.md"],
      user: (at) => at.fromVariable("CLAUDE_CONFIG_DIR", at.homePath(".claude"), "CLAUDE.md"),
      prefix: "mcp__sdl__",
    },
    next: "start a new session; /mcp lists the server",
  },
  {
    id: "cursor",
    title: "Cursor",
    // https://cursor.com/docs/mcp
    programs: ["cursor", "cursor-agent"],
    folders: (at) => [at.homePath(".cursor")],
    projectSigns: [".cursor"],
    // A server from the user's file is not started in the repository.
    scopes: ["project", "user"],
    user: (at) => [{ path: at.homePath(".cursor", "mcp.json") }],
    project: ".cursor/mcp.json",
    server: jsonServerFormat("mcpServers"),
    // https://cursor.com/docs/hooks
    hooks: {
      user: (at) => at.homePath(".cursor", "hooks.json"),
      project: ".cursor/hooks.json",
      event: "postToolUse",
      matcher: "Grep|Glob|Read|Shell",
      isUngrouped: true,
      timeout: 5,
      skeleton: { version: 1 },
    },
    // https://cursor.com/docs/context/rules
    instructions: {
      project: [".cursor/rules/sdl.mdc"],
      ownHead: "---\ndescription: When to ask SDL\nalwaysApply: true\n---\n",
      prefix: "",
    },
    next: "switch the server on in Cursor's settings, under MCP",
  },
  codeClient("vscode", "VS Code", "code", "Code"),
  codeClient("vscode-insiders", "VS Code Insiders", "code-insiders", "Code - Insiders"),
  {
    id: "codex",
    title: "Codex",
    // https://developers.openai.com/codex/mcp
    programs: ["codex"],
    folders: (at) => [at.fromVariable("CODEX_HOME", at.homePath(".codex"))],
    projectSigns: [".codex"],
    // Codex reads a project's file only in trusted projects.
    scopes: ["user", "project"],
    user: (at) => [{ path: at.fromVariable("CODEX_HOME", at.homePath(".codex"), "config.toml") }],
    project: ".codex/config.toml",
    server: { editor: tomlEditor, shape: PLAIN_SHAPE, container: ["mcp_servers"], skeleton: {} },
    // https://developers.openai.com/codex/hooks
    hooks: {
      user: (at) => at.fromVariable("CODEX_HOME", at.homePath(".codex"), "hooks.json"),
      project: ".codex/hooks.json",
      event: "PostToolUse",
      matcher: "Bash|shell|exec_command|grep_files|read_file",
      timeout: 5,
      skeleton: {},
      note: "allow the hook in Codex, with /hooks",
    },
    // https://developers.openai.com/codex/guides/agents-md
    instructions: {
      project: [AGENTS],
      user: (at) => at.fromVariable("CODEX_HOME", at.homePath(".codex"), AGENTS),
      prefix: "",
    },
    // Since 0.147.0, see https://github.com/openai/codex/pull/31641. A required server prevents Codex from starting if the server fails, so this is
    // the user's choice.
    patience: { ms: 1000, advice: "add required = true to [mcp_servers.sdl]: Codex then waits for it" },
    next: "start a new session; /mcp lists the server",
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    // https://geminicli.com/docs/tools/mcp-server
    programs: ["gemini"],
    folders: (at) => [at.homePath(".gemini")],
    projectSigns: [".gemini"],
    scopes: ["user", "project"],
    user: (at) => [{ path: at.homePath(".gemini", "settings.json") }],
    project: ".gemini/settings.json",
    server: jsonServerFormat("mcpServers"),
    // https://geminicli.com/docs/hooks/reference
    hooks: {
      user: (at) => at.homePath(".gemini", "settings.json"),
      project: ".gemini/settings.json",
      event: "AfterTool",
      matcher: "grep_search|search_file_content|glob|read_file|read_many_files|run_shell_command",
      timeout: 5000,
      skeleton: {},
    },
    // https://geminicli.com/docs/cli/gemini-md
    instructions: {
      project: ["GEMINI.md"],
      user: (at) => at.homePath(".gemini", "GEMINI.md"),
      prefix: "mcp_sdl_",
    },
    next: "start a new session; /mcp lists the server",
  },
  {
    id: "copilot-cli",
    title: "GitHub Copilot CLI",
    // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers
    programs: ["copilot"],
    folders: (at) => [at.fromVariable("COPILOT_HOME", at.homePath(".copilot"))],
    projectSigns: [".github/mcp.json"],
    scopes: ["user", "project"],
    user: (at) => [{ path: at.fromVariable("COPILOT_HOME", at.homePath(".copilot"), "mcp-config.json") }],
    project: ".github/mcp.json",
    server: jsonServerFormat("mcpServers", COPILOT_SHAPE),
    instructions: { project: [".github/copilot-instructions.md", AGENTS], prefix: "" },
    next: "start a new session; /mcp show lists the server",
  },
  {
    id: "windsurf",
    title: "Windsurf",
    // https://docs.windsurf.com/windsurf/cascade/mcp
    programs: ["windsurf"],
    folders: (at) => [at.homePath(".codeium", "windsurf")],
    projectSigns: [".windsurf"],
    scopes: ["user"],
    user: (at) => [{ path: at.homePath(".codeium", "windsurf", "mcp_config.json") }],
    server: jsonServerFormat("mcpServers"),
    // https://docs.windsurf.com/windsurf/cascade/agents-md
    instructions: { project: [AGENTS], prefix: "" },
    next: "refresh the servers in Cascade's panel",
  },
  {
    id: "zed",
    title: "Zed",
    // https://zed.dev/docs/ai/mcp
    programs: ["zed", "zeditor"],
    folders: (at) => [at.platform === "win32" ? at.roamingDataFolder("Zed") : zedFolder(at)],
    projectSigns: [".zed"],
    scopes: ["user", "project"],
    user: (at) => [
      { path: at.platform === "win32" ? at.roamingDataFolder("Zed", "settings.json") : zedFolder(at, "settings.json") },
    ],
    project: ".zed/settings.json",
    server: jsonServerFormat("context_servers"),
    // https://zed.dev/docs/ai/rules: the first existing file is used
    instructions: {
      project: [
        ".rules",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        ".github/copilot-instructions.md",
        "AGENT.md",
        AGENTS,
      ],
      prefix: "",
    },
    next: "no further step: Zed reads changed settings at once",
  },
  {
    id: "opencode",
    title: "opencode",
    // https://opencode.ai/docs/mcp-servers; in version 2, servers may also be in mcp.servers
    programs: ["opencode"],
    folders: (at) => [at.configFolder("opencode")],
    projectSigns: ["opencode.json", "opencode.jsonc", ".opencode"],
    scopes: ["user", "project"],
    user: (at) => [
      { path: at.configFolder("opencode", "opencode.json") },
      { path: at.configFolder("opencode", "opencode.jsonc") },
    ],
    project: "opencode.json",
    server: {
      editor: jsonEditor,
      shape: COMMAND_LIST_SHAPE,
      container: ["mcp"],
      alternativeContainer: ["mcp", "servers"],
      skeleton: { $schema: "https://opencode.ai/config.json" },
    },
    // https://opencode.ai/docs/rules
    instructions: { project: [AGENTS], user: (at) => at.configFolder("opencode", AGENTS), prefix: "" },
    next: "start a new session",
  },
  {
    id: "cline",
    title: "Cline",
    // https://docs.cline.bot/mcp/configuring-mcp-servers
    programs: ["cline"],
    folders: (at) => [at.homePath(".cline"), extensionFolder(at, "saoudrizwan.claude-dev")],
    projectSigns: [".clinerules"],
    scopes: ["user"],
    user: (at) => [
      {
        path: extensionFolder(at, "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"),
        onlyIfFolderExists: true,
      },
      { path: at.homePath(".cline", "data", "settings", "cline_mcp_settings.json") },
    ],
    server: jsonServerFormat("mcpServers"),
    instructions: { project: [AGENTS], prefix: "" },
    next: "no further step: Cline reads changed settings at once",
  },
  {
    id: "roo",
    title: "Roo Code",
    // https://docs.roocode.com/features/mcp/using-mcp-in-roo
    programs: [],
    folders: (at) => [extensionFolder(at, "rooveterinaryinc.roo-cline")],
    projectSigns: [".roo"],
    scopes: ["user", "project"],
    user: (at) => [{ path: extensionFolder(at, "rooveterinaryinc.roo-cline", "settings", "mcp_settings.json") }],
    project: ".roo/mcp.json",
    server: jsonServerFormat("mcpServers"),
    instructions: { project: [AGENTS], prefix: "" },
    next: "no further step: Roo Code reads changed settings at once",
  },
  {
    id: "goose",
    title: "goose",
    // https://block.github.io/goose/docs/guides/config-files
    programs: ["goose"],
    folders: (at) => [gooseFolder(at)],
    projectSigns: [".goosehints"],
    scopes: ["user"],
    user: (at) => [{ path: gooseFolder(at, "config.yaml") }],
    server: { editor: yamlEditor, shape: GOOSE_SHAPE, container: ["extensions"], skeleton: {} },
    instructions: { project: [AGENTS], prefix: "" },
    next: "start a new session",
  },
  {
    id: "continue",
    title: "Continue",
    // https://docs.continue.dev/customize/deep-dives/mcp and https://docs.continue.dev/reference
    programs: ["cn"],
    folders: (at) => [at.fromVariable("CONTINUE_GLOBAL_DIR", at.homePath(".continue"))],
    projectSigns: [".continue"],
    scopes: ["user", "project"],
    user: (at) => [{ path: at.fromVariable("CONTINUE_GLOBAL_DIR", at.homePath(".continue"), "config.yaml") }],
    project: ".continue/mcpServers/sdl.yaml",
    server: {
      editor: yamlEditor,
      shape: NAMED_SHAPE,
      container: ["mcpServers"],
      isList: true,
      skeleton: { name: "Local", version: "1.0.0", schema: "v1" },
    },
    projectServer: {
      editor: yamlEditor,
      shape: NAMED_SHAPE,
      container: ["mcpServers"],
      isList: true,
      skeleton: { name: "SDL", version: "0.0.1", schema: "v1" },
    },
    // https://docs.continue.dev/customize/deep-dives/rules
    instructions: {
      project: [".continue/rules/sdl.md"],
      ownHead: "---\nname: When to ask SDL\nalwaysApply: true\n---\n",
      prefix: "",
    },
    next: "use agent mode; other modes have no tools",
  },
  {
    id: "qwen-code",
    title: "Qwen Code",
    // https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp
    programs: ["qwen"],
    folders: (at) => [at.homePath(".qwen")],
    projectSigns: [".qwen"],
    scopes: ["user", "project"],
    user: (at) => [{ path: at.homePath(".qwen", "settings.json") }],
    project: ".qwen/settings.json",
    server: jsonServerFormat("mcpServers"),
    instructions: { project: ["QWEN.md"], user: (at) => at.homePath(".qwen", "QWEN.md"), prefix: "" },
    next: "start a new session; /mcp lists the server",
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    // https://modelcontextprotocol.io/docs/develop/connect-local-servers; the app from the Windows store has a folder of its own
    programs: [],
    folders: (at) => [...storeFolders(at), at.applicationDataFolder("Claude")],
    projectSigns: [],
    scopes: ["user"],
    user: (at) => [
      ...storeFolders(at, "claude_desktop_config.json").map((path) => ({ path, onlyIfFolderExists: true })),
      { path: at.applicationDataFolder("Claude", "claude_desktop_config.json") },
    ],
    server: jsonServerFormat("mcpServers"),
    next: "quit and start it; it works in no repository, so name the folder in your question",
  },
];

function zedFolder(at: Folders, ...parts: string[]): string {
  return at.platform === "darwin" ? at.homePath(".config", "zed", ...parts) : at.configFolder("zed", ...parts);
}

function gooseFolder(at: Folders, ...parts: string[]): string {
  return at.platform === "win32"
    ? at.roamingDataFolder("Block", "goose", "config", ...parts)
    : at.configFolder("goose", ...parts);
}

function storeFolders(at: Folders, ...parts: string[]): string[] {
  if (at.platform !== "win32") return [];
  return [at.localDataFolder("Packages", "Claude_pzs8sxrjxfjjc", "LocalCache", "Roaming", "Claude", ...parts)];
}

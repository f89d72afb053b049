/** Manifests of the server for each client and for the registry, from the program's own manifest. */
import { programManifest } from "../../../scripts/stage-program.mjs";

const DISPLAY_NAME = "SDL: Symbol Delta Ledger";
const DESCRIPTION =
  "The code that a task needs, found by following calls, imports and types, with who uses a symbol, what a change breaks and which tests to run. Local: nothing leaves the machine.";
const KEYWORDS = ["code", "search", "context", "typescript", "javascript", "python", "go"];
const PLATFORMS = { linux: "linux", alpine: "linux", darwin: "darwin", win32: "win32" };

function commonFields() {
  const { version, license } = programManifest();
  return { name: "sdl", version, description: DESCRIPTION, author: { name: "The SDL authors" }, license };
}

/** @param root the variable that the client replaces by the plugin's folder */
function serverEntry(root) {
  return { command: "node", args: [`$\{${root}}/server/bundle/sdl.js`, "serve", "--stdio"] };
}

/** Files of a plugin of Claude Code, and of a marketplace with only this plugin. */
export function claudeCodeFiles() {
  const { author, ...plugin } = commonFields();
  return {
    ".claude-plugin/plugin.json": { ...plugin, author, keywords: KEYWORDS },
    ".claude-plugin/marketplace.json": {
      name: "sdl",
      owner: author,
      description: plugin.description,
      plugins: [{ name: plugin.name, source: "./", version: plugin.version, description: plugin.description }],
    },
    ".mcp.json": { mcpServers: { sdl: serverEntry("CLAUDE_PLUGIN_ROOT") } },
  };
}

/** Files of an extension of Gemini CLI. */
export function geminiFiles() {
  const { name, version, description } = commonFields();
  return { "gemini-extension.json": { name, version, description, mcpServers: { sdl: serverEntry("extensionPath") } } };
}

/** The manifest of an MCP bundle, whose format is at https://github.com/anthropics/mcpb. */
export function bundleFiles(target) {
  const { engines } = programManifest();
  const [system] = target.split("-");
  return {
    "manifest.json": {
      manifest_version: "0.3",
      ...commonFields(),
      display_name: DISPLAY_NAME,
      keywords: KEYWORDS,
      tools_generated: true,
      server: { type: "node", entry_point: "server/bundle/sdl.js", mcp_config: serverEntry("__dirname") },
      compatibility: { platforms: [PLATFORMS[system]], runtimes: { node: engines.node } },
    },
  };
}

/** Registry entry of the server; its name includes the owner. @param repository `OWNER/NAME` */
export function registryEntry(repository) {
  const { version, description } = commonFields();
  const { name } = programManifest();
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName(repository),
    title: DISPLAY_NAME,
    // The registry's length limit.
    description: description.slice(0, description.indexOf(",")),
    version,
    repository: { url: `https://github.com/${repository}`, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        packageArguments: ["serve", "--stdio"].map((value) => ({ type: "positional", value })),
        transport: { type: "stdio" },
      },
    ],
  };
}

/** The `mcpName` of the package, by which the registry recognises its owner. */
export function registryName(repository) {
  return `io.github.${repository}`;
}

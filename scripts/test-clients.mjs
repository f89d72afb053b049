/**
 * Tests with real clients of other makers, each set up by `sdl init` in an empty home: Claude Code, Codex and Gemini
 * CLI with a stub model on this machine, and VS Code's own MCP client in the code-server of the folder in
 * SDL_CODE_SERVER. Missing clients are fetched from npm, or skipped with the reason.
 */
import { spawnSync } from "node:child_process";
import process from "node:process";

const STEPS = [
  ["build", ["scripts/build.mjs"]],
  ["Claude Code, Codex, Gemini CLI", ["bench/dist/clients.js"]],
  ["VS Code", ["apps/vscode/scripts/test-editor.mjs", "mcp-client"]],
];

const failed = [];
for (const [name, args] of STEPS) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) failed.push(name);
}
console.log(failed.length === 0 ? "\nEvery client that is there is served." : `\nFailed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

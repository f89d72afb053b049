import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findProgram } from "../../src/files/find-program.js";
import { findClients } from "../../src/setup/find-clients.js";
import { clientsNamed } from "../../src/setup/plan.js";
import { Scene } from "../support/scene.js";

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const found = () =>
  findClients(scene.place).map(({ client, signs, servers }) => [
    client.id,
    signs.map((sign) => sign.replace(scene.root, "<root>")),
    servers.map(({ scope }) => scope),
  ]);

test("no client is found in an empty home", () => {
  expect(found()).toEqual([]);
});

test("clients are found by a program on the PATH, a folder in the home, and files in the repository", () => {
  scene.write(join(scene.root, "bin", "codex"), "", 0o755);
  scene.write(join(scene.root, "bin", "gemini"), "no program", 0o644);
  scene.write(join(scene.place.home ?? "", ".cursor", "x"), "");
  scene.write(join(scene.place.project ?? "", ".vscode", "settings.json"), "{}");
  expect(found()).toEqual([
    ["cursor", ["<root>/home/.cursor"], []],
    ["vscode", [".vscode here"], []],
    ["vscode-insiders", [".vscode here"], []],
    ["codex", ["codex on the PATH"], []],
  ]);
});

test("clients with a server entry are listed with their scopes", () => {
  const clients = clientsNamed(["claude-code"]);
  scene.set(clients, "user");
  scene.set(clients, "project");
  expect(found()).toEqual([["claude-code", [".mcp.json here"], ["user", "project"]]]);
});

test("files that cannot be parsed are ignored", () => {
  scene.write(scene.pathOf(clientsNamed(["codex"])[0]!, "user"), "= broken");
  expect(found()).toEqual([["codex", ["<root>/home/.codex"], []]]);
});

test("a Windows program is found by the extensions in PATHEXT", () => {
  expect(findProgram("claude", "win32", { Path: "C:\\nowhere", PATHEXT: ".EXE;.CMD" })).toBeUndefined();
  expect(findProgram("claude", "linux", { PATH: "relative:/nowhere" })).toBeUndefined();
});

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

test("nothing in an empty home", () => {
  expect(found()).toEqual([]);
});

test("by a program on the PATH, a folder of the home, and what lies in the repository", () => {
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

test("those that know the server, with the scopes", () => {
  const clients = clientsNamed(["claude-code"]);
  scene.set(clients, "user");
  scene.set(clients, "project");
  expect(found()).toEqual([["claude-code", [".mcp.json here"], ["user", "project"]]]);
});

test("files that cannot be read hinder nothing", () => {
  scene.write(scene.pathOf(clientsNamed(["codex"])[0]!, "user"), "= broken");
  expect(found()).toEqual([["codex", ["<root>/home/.codex"], []]]);
});

test("a program of Windows is found by the endings of the system", () => {
  expect(findProgram("claude", "win32", { Path: "C:\\nowhere", PATHEXT: ".EXE;.CMD" })).toBeUndefined();
  expect(findProgram("claude", "linux", { PATH: "relative:/nowhere" })).toBeUndefined();
});

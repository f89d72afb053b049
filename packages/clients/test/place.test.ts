/** Paths of clients' files on all three platforms, tested on any of them. */
import { expect, test } from "vitest";
import { CLIENTS } from "../src/clients/table.js";
import { homeFromEnvironment, type Place, type Platform, parsePlatform, userFolders } from "../src/place.js";

const PLACES: Readonly<Record<Platform, Place>> = {
  linux: { platform: "linux", env: {}, home: "/home/ann", project: undefined },
  darwin: { platform: "darwin", env: {}, home: "/Users/ann", project: undefined },
  win32: {
    platform: "win32",
    env: { APPDATA: "C:\\Users\\Ann B\\AppData\\Roaming", LOCALAPPDATA: "C:\\Users\\Ann B\\AppData\\Local" },
    home: "C:\\Users\\Ann B",
    project: undefined,
  },
};

function userFiles(place: Place): string {
  const folders = userFolders(place);
  if (folders === undefined) throw new Error("every place has a home");
  const lines = CLIENTS.flatMap(({ id, user, hooks, instructions }) => [
    ...user(folders).map(
      ({ path, onlyIfFolderExists }) =>
        `${id}: ${path}${onlyIfFolderExists === true ? " (if its folder is there)" : ""}`,
    ),
    ...(hooks === undefined ? [] : [`${id} hooks: ${hooks.user(folders)}`]),
    ...(instructions?.user === undefined ? [] : [`${id} instructions: ${instructions.user(folders)}`]),
  ]);
  return `${lines.join("\n")}\n`;
}

test.each(Object.keys(PLACES) as Platform[])("clients' files on %s have the expected paths", async (platform) => {
  await expect(userFiles(PLACES[platform])).toMatchFileSnapshot(`golden/user-files-${platform}.txt`);
});

test("environment variables override folders; relative values are ignored", () => {
  const files = (env: Place["env"]) => userFiles({ ...PLACES.linux, env });
  const moved = files({ XDG_CONFIG_HOME: "/cfg", CODEX_HOME: "/cx", CLAUDE_CONFIG_DIR: "/cc", COPILOT_HOME: "/cp" });
  expect(moved).toContain("goose: /cfg/goose/config.yaml");
  expect(moved).toContain("vscode: /cfg/Code/User/mcp.json");
  expect(moved).toContain("codex: /cx/config.toml");
  expect(moved).toContain("claude-code: /cc/.claude.json");
  expect(moved).toContain("copilot-cli: /cp/mcp-config.json");
  expect(files({ XDG_CONFIG_HOME: "cfg", CODEX_HOME: "cx" })).toBe(files({}));
});

test("on Windows without its variables, the standard folders are used", () => {
  const files = userFiles({ ...PLACES.win32, env: {} });
  expect(files).toBe(userFiles(PLACES.win32));
});

test.each([
  ["linux", { HOME: "/home/ann" }, "/home/ann"],
  ["linux", { HOME: "ann" }, undefined],
  ["linux", {}, undefined],
  ["win32", { USERPROFILE: "C:\\Users\\Ann", HOME: "/c/Users/Ann" }, "C:\\Users\\Ann"],
  ["win32", { HOME: "D:\\Ann" }, "D:\\Ann"],
] as const)("the home of %s with %j", (platform, env, home) => {
  expect(homeFromEnvironment(platform, env)).toBe(home);
});

test("another system is treated as Linux", () => {
  expect(["freebsd", "darwin", "win32"].map(parsePlatform)).toEqual(["linux", "darwin", "win32"]);
});

test("client ids are unique, short, and valid on a command line", () => {
  const ids = CLIENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]{1,18}[a-z]$/);
});

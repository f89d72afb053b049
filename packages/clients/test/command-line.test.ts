import { describe, expect, test } from "vitest";
import { augmentLine, isAugmentLine, isServeLine, serveLine, withAddedOptions } from "../src/command-line.js";

const POSIX = { script: "/opt/sdl tool/sdl.js", node: "node" };
const WINDOWS = { script: "C:\\Program Files\\sdl\\sdl.js", node: "C:\\node.exe" };

describe("command line of the server", () => {
  test("before publication it starts this program by its path", () => {
    expect(serveLine(POSIX, "linux", false)).toEqual({
      command: "node",
      args: ["/opt/sdl tool/sdl.js", "serve", "--stdio"],
    });
    expect(serveLine(WINDOWS, "win32", false)).toEqual({
      command: "C:\\node.exe",
      args: ["C:\\Program Files\\sdl\\sdl.js", "serve", "--stdio"],
    });
  });

  test("after publication it uses npx, through a shell on Windows", () => {
    const args = ["-y", "@sdl/cli", "serve", "--stdio"];
    expect(serveLine(POSIX, "darwin", true)).toEqual({ command: "npx", args });
    expect(serveLine(WINDOWS, "win32", true)).toEqual({ command: "cmd", args: ["/c", "npx", ...args] });
  });

  test.each([
    "/home/ann/.npm/_npx/1a2b/node_modules/@sdl/cli/bundle/sdl.js",
    "C:\\Users\\Ann\\AppData\\Local\\npm-cache\\_npx\\1a2b\\node_modules\\@sdl\\cli\\bundle\\sdl.js",
    "/home/ann/.cache/pnpm/dlx/1a2b/node_modules/@sdl/cli/bundle/sdl.js",
    "/tmp/dlx-2145/node_modules/@sdl/cli/bundle/sdl.js",
    "/tmp/xfs-1a2b/dlx-7/node_modules/@sdl/cli/bundle/sdl.js",
    "/tmp/bunx-1000-@sdl/node_modules/@sdl/cli/bundle/sdl.js",
  ])("a program in a temporary cache is refused: %s", (script) => {
    expect(() => serveLine({ script, node: "node" }, "linux", false)).toThrow(/temporary cache.*install it/);
    expect(serveLine({ script, node: "node" }, "linux", true).command).toBe("npx");
  });
});

test("a hook's command line is quoted for its shell", () => {
  expect(augmentLine("codex", POSIX, "linux", false)).toBe("node '/opt/sdl tool/sdl.js' augment --client codex");
  expect(augmentLine("codex", { script: "/o'x/sdl.js", node: "node" }, "linux", false)).toBe(
    "node '/o'\\''x/sdl.js' augment --client codex",
  );
  expect(augmentLine("codex", WINDOWS, "win32", false)).toBe(
    'C:\\node.exe "C:\\Program Files\\sdl\\sdl.js" augment --client codex',
  );
  expect(augmentLine("codex", POSIX, "linux", true)).toBe("npx -y @sdl/cli augment --client codex");
});

test.each([
  [{ command: "node", args: ["/x/sdl.js", "serve", "--stdio", "--tools", "all"] }, true],
  [{ command: "C:\\x\\sdl.cmd", args: ["serve", "--stdio"] }, true],
  [{ command: "sdl", args: ["serve", "--stdio"] }, true],
  [{ command: "cmd", args: ["/c", "npx", "-y", "@sdl/cli@1.2.3", "serve", "--stdio"] }, true],
  [{ command: "node", args: ["/x/sdl.js", "lsp", "--stdio"] }, false],
  [{ command: "node", args: ["/x/other.js", "serve", "--stdio"] }, false],
  [{ command: "node", args: ["/x/not-sdl.js", "serve", "--stdio"] }, false],
])("%j is recognised as an SDL server: %s", (line, isOurs) => {
  expect(isServeLine(line)).toBe(isOurs);
});

test.each([
  ["node /x/sdl.js augment --client codex", true],
  ['node "/x y/sdl.js" augment --client codex --extra', true],
  ["npx -y @sdl/cli augment --client cursor", true],
  ["node /x/other.js augment --client codex", false],
  ["sdl slice x", false],
])("%s is recognised as an SDL hook: %s", (line, isOurs) => {
  expect(isAugmentLine(line)).toBe(isOurs);
});

test("options added by the user are kept", () => {
  const wanted = serveLine(POSIX, "linux", false);
  const present = { command: "old", args: ["/old/sdl.js", "serve", "--stdio", "--tools", "all"] };
  expect(withAddedOptions(wanted, present).args.slice(1)).toEqual(["serve", "--stdio", "--tools", "all"]);
});

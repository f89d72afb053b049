/** Tests of parts that are written on request only: hooks, and instructions for agents, which several clients read from one file. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../src/clients/client.js";
import { CLIENTS } from "../../src/clients/table.js";
import { clientsNamed } from "../../src/setup/plan.js";
import { SCRIPT, Scene } from "../support/scene.js";

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const named = (id: string): Client => {
  const [client] = clientsNamed([id]);
  if (client === undefined) throw new Error(`no client is called ${id}`);
  return client;
};
const withoutSdl = () => {
  const { sdl: _, ...left } = scene.snapshot();
  return left;
};

const HOOKED = CLIENTS.filter(({ hooks }) => hooks !== undefined);

describe.each(HOOKED.map((client) => [client.id, client] as const))("the hooks of %s", (id, client) => {
  const path = () => client.hooks?.user(scene.folders()) ?? "";

  test.each([
    ["none yet", undefined],
    ["other hooks", `{\n  // mine\n  "hooks": { "${client.hooks?.event}": [{ "command": "mine" },] },\n  "a": 1\n}\n`],
    ["no hooks", '{"a": 1}'],
  ])("%s", (_title, text) => {
    if (text !== undefined) scene.write(path(), text);
    const before = scene.snapshot();
    const kinds = ["server", "hooks"] as const;
    expect(scene.set([client], "user", { kinds }).map(({ status }) => status)).toEqual(["added", "added"]);
    expect(scene.read(path())).toContain(`node '${SCRIPT}' augment --client ${id}`);
    const after = scene.snapshot();
    expect(scene.set([client], "user", { kinds }).map(({ status }) => status)).toEqual(["unchanged", "unchanged"]);
    expect(scene.snapshot()).toEqual(after);
    scene.take([client], "user");
    expect(withoutSdl()).toEqual(before);
  });

  test("an old path of the program is updated", () => {
    scene.set([client], "user", { kinds: ["hooks"], script: "/old/sdl.js" });
    expect(scene.set([client], "user", { kinds: ["hooks"] })).toMatchObject([{ status: "updated" }]);
    expect(scene.read(path())).not.toContain("/old/");
    scene.take([client], "user", { kinds: ["hooks"] });
    expect(scene.exists(path())).toBe(false);
  });
});

test("a user's hook in the same group is not changed", () => {
  const client = named("claude-code");
  const path = client.hooks?.user(scene.folders()) ?? "";
  scene.set([client], "user", { kinds: ["hooks"] });
  scene.write(
    path,
    scene.read(path).replace('"hooks": [\n', '"hooks": [\n{ "type": "command", "command": "mine" },\n'),
  );
  const before = scene.read(path);
  expect(scene.take([client], "user")).toMatchObject([
    {
      status: "failed",
      error: { message: expect.stringMatching(/group of hooks in line \d+ contains sdl's hook and others/) },
    },
  ]);
  expect(scene.read(path)).toBe(before);
});

describe("instructions", () => {
  const kinds = ["instructions"] as const;
  const agents = () => join(scene.place.project ?? "", "AGENTS.md");

  test.each(
    CLIENTS.filter(({ instructions }) => instructions !== undefined).map((client) => [client.id, client] as const),
  )("of %s are written, and taken back with the file", (_id, client) => {
    const before = scene.snapshot();
    const [change] = scene.set([client], "project", { kinds });
    expect(change).toMatchObject({ status: "added", isNew: true });
    const text = scene.read(change?.path ?? "");
    expect(text).toContain(`\`${client.instructions?.prefix}sdl_context\``);
    expect(text.startsWith(client.instructions?.ownHead ?? "<!-- sdl:begin -->")).toBe(true);
    expect(text.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(18);
    expect(scene.set([client], "project", { kinds })).toMatchObject([{ status: "unchanged" }]);
    scene.take([client], "project");
    expect(withoutSdl()).toEqual(before);
  });

  test.each(["# Rules\n\nBe kind.\n", "# Rules\r\n\r\nBe kind.\r\n", "# Rules", "\uFEFF# Rules\n"])(
    "are added behind %j and taken back",
    (text) => {
      scene.write(agents(), text);
      scene.set([named("codex")], "project", { kinds });
      expect(scene.read(agents()).startsWith(text.trimEnd())).toBe(true);
      if (text.includes("\r\n")) expect(scene.read(agents()).match(/(?<!\r)\n/)).toBeNull();
      scene.write(agents(), `Before.\n${scene.read(agents())}`);
      scene.take([named("codex")], "project");
      expect(scene.read(agents())).toBe(`Before.\n${text}`);
    },
  );

  test("instructions that several clients read are kept until the last client's set-up is undone", () => {
    const [codex, opencode] = [named("codex"), named("opencode")];
    scene.set([codex], "project", { kinds });
    expect(scene.set([opencode], "project", { kinds })).toMatchObject([{ status: "unchanged" }]);
    expect(scene.take([codex], "project")).toMatchObject([{ status: "kept" }]);
    expect(scene.take([codex], "project")).toEqual([]);
    expect(scene.take([opencode], "project")).toMatchObject([{ status: "deleted" }]);
  });

  test("clients whose files are links to one file do not remove each other's instructions", () => {
    const claude = named("claude-code");
    scene.write(agents(), "# Rules\n");
    symlinkSync("AGENTS.md", join(scene.place.project ?? "", "CLAUDE.md"));
    const clients = [claude, named("codex")];
    expect(scene.set(clients, "project", { kinds }).map(({ status }) => status)).toEqual(["added", "unchanged"]);
    expect(scene.set(clients, "project", { kinds }).map(({ status }) => status)).toEqual(["unchanged", "unchanged"]);
    scene.take(clients, "project");
    expect(scene.read(agents())).toBe("# Rules\n");
  });

  test("an older text between the marks is replaced in place", () => {
    scene.write(agents(), "# One\n\n<!-- sdl:begin -->\nold\n<!-- sdl:end -->\n\n# Two\n");
    expect(scene.set([named("codex")], "project", { kinds })).toMatchObject([{ status: "updated" }]);
    expect(scene.read(agents())).toMatch(/^# One\n\n<!-- sdl:begin -->\n## Code[\s\S]*<!-- sdl:end -->\n\n# Two\n$/);
    expect(scene.read(agents())).not.toContain("old\n");
    scene.take([named("codex")], "project");
    expect(scene.read(agents())).toBe("# One\n\n# Two\n");
  });

  test.each(["<!-- sdl:begin -->\n", "<!-- sdl:end -->\n<!-- sdl:begin -->\n", "<!-- sdl:end -->\n"])(
    "missing, duplicated or swapped marks are refused: %j",
    (text) => {
      scene.write(agents(), text);
      expect(scene.set([named("codex")], "project", { kinds })).toMatchObject([
        { status: "failed", error: { code: "CONFLICT", message: expect.stringContaining("each occur once") } },
      ]);
      expect(scene.read(agents())).toBe(text);
    },
  );

  test("the file that a client reads first is written", () => {
    scene.write(join(scene.place.project ?? "", ".rules"), "Be kind.\n");
    expect(scene.set([named("zed")], "project", { kinds })[0]?.path.endsWith(".rules")).toBe(true);
  });
});

test("two parts of one file can be undone in any order, and the user's edits are kept", () => {
  const gemini = named("gemini");
  const path = scene.pathOf(gemini, "user");
  const text = '{\n  "theme": "dark" // mine\n}\n';
  scene.write(path, text);
  scene.set([gemini], "user", { kinds: ["server"] });
  scene.write(path, scene.read(path).replace("mine", "edited"));
  scene.set([gemini], "user", { kinds: ["hooks"] });
  scene.take([gemini], "user", { kinds: ["server"] });
  expect(scene.read(path)).toContain("augment");
  scene.take([gemini], "user", { kinds: ["hooks"] });
  expect(scene.read(path)).toBe(text.replace("mine", "edited"));
});

test("without a journal record, the entry is removed and the rest is kept", () => {
  const cursor = named("cursor");
  const path = scene.pathOf(cursor, "project");
  scene.write(path, '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n');
  const before = scene.read(path);
  scene.set([cursor], "project");
  scene.write(join(scene.sdlHome, "clients", "journal.json"), "nothing of the kind");
  expect(scene.take([cursor])).toMatchObject([{ status: "removed" }]);
  expect(scene.read(path)).toBe(before);
});

test("without the backup, the entry is removed and the rest is kept", () => {
  const cursor = named("cursor");
  const path = scene.pathOf(cursor, "project");
  const text = '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
  scene.write(path, text);
  const [change] = scene.set([cursor], "project");
  rmSync(change?.backup ?? "");
  expect(scene.take([cursor])).toMatchObject([{ status: "removed" }]);
  expect(scene.read(path)).toBe(text);
});

test("outside a repository, the user's file is the default, and --project is refused", () => {
  const outside = { ...scene.place, project: undefined };
  Object.assign(scene, { place: outside });
  const cursor = named("cursor");
  expect(scene.set([cursor])).toMatchObject([{ scope: "user", status: "added" }]);
  expect(scene.set([cursor], "project")).toMatchObject([{ status: "failed", error: { code: "NO_PROJECT" } }]);
});

test("opencode's server is written to mcp.servers if that object exists", () => {
  const opencode = named("opencode");
  const path = scene.pathOf(opencode, "user");
  const text = '{\n  "mcp": {\n    "servers": {\n      "other": { "type": "local", "command": ["x"] }\n    }\n  }\n}\n';
  scene.write(path, text);
  scene.set([opencode], "user");
  expect(JSON.parse(scene.read(path))).toMatchObject({ mcp: { servers: { other: {}, sdl: { type: "local" } } } });
  scene.take([opencode], "user");
  expect(scene.read(path)).toBe(text);
});

test("a client without a repository file is reported as absent in a set-up of repositories", () => {
  const changes = scene.set([named("windsurf"), named("cursor")], "project");
  expect(changes).toMatchObject([
    { client: "cursor", status: "added" },
    { client: "windsurf", status: "absent", error: { code: "NO_SCOPE", message: expect.stringContaining("--user") } },
  ]);
});

/** Tests of `sdl graph`: pages in files, text on standard output, and errors. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { GitFixture } from "@sdl/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFile } from "../src/graph/open-file.js";
import { chooseOpener } from "../src/opener.js";
import { type Bench, openBench } from "./run.js";

let bench: Bench;
beforeAll(async () => {
  bench = openBench();
  GitFixture.make(bench.root).commit("start");
  await bench.run("index");
});
afterAll(() => bench.remove());

test("a page is written to a new temporary folder, and only its path is printed", async () => {
  const { out, exitCode } = await bench.run("graph", "--symbol", "validateToken");
  expect(exitCode).toBe(0);
  expect(out).toMatch(/sdl-graph\.html\n$/);
  const html = readFileSync(out.trim(), "utf8");
  expect(html).toContain("<title>validateToken · my-app</title>");
  const again = await bench.run("graph", "--symbol", "validateToken");
  expect(dirname(again.out.trim())).not.toBe(dirname(out.trim()));
  expect(readFileSync(again.out.trim(), "utf8")).toBe(html);
});

test("--out names the file, and its folder is created", async () => {
  const { out } = await bench.run("graph", "--out", "build/pictures/all.html");
  expect(out).toBe(`${join(bench.root, "build", "pictures", "all.html")}\n`);
  expect(readFileSync(out.trim(), "utf8")).toContain('<span class="subject" id="subject">Repository</span>');
});

test("other formats are printed, or written to --out", async () => {
  const of = async (format: string) => (await bench.run("graph", "--symbol", "validateToken", "--format", format)).out;
  expect(await of("mermaid")).toMatch(/^flowchart LR\n {2}%% validateToken\n/);
  expect(await of("dot")).toMatch(/^digraph sdl \{\n/);
  expect(await of("graphml")).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<graphml /);
  const { out } = await bench.run("graph", "--symbol", "validateToken", "--format", "dot", "-o", "token.dot");
  expect(readFileSync(out.trim(), "utf8")).toBe(await of("dot"));
});

test("a slice and a delta are drawn", async () => {
  const slice = await bench.run("graph", "--slice", "token validation is wrong", "--format", "mermaid");
  expect(slice.out).toContain("validateToken");
  const path = join(bench.root, "src/auth/token.ts");
  const before = readFileSync(path, "utf8");
  writeFileSync(path, before.replace("bearer: string, now: number", "bearer: string, now: number, strict: boolean"));
  const delta = await bench.run("graph", "--delta", "HEAD", "@draft", "--format", "mermaid");
  writeFileSync(path, before);
  expect(delta.out).toMatch(/validateToken<br>/);
  expect(delta.out).toMatch(/class n\d+(,n\d+)* changed/);
});

test.each([
  [["--delta", "HEAD"], "--delta takes two revisions, and got 1: HEAD", 2],
  [["--delta", "a", "b", "c"], "--delta takes two revisions, and got 3: a b c", 2],
  [["--symbol", "validateToken", "--slice", "x"], "symbol and task are given; pass one of them", 2],
  [["--symbol", "validateToken", "--depth", "99"], "depth is 99; it must be a whole number from 1 to 10", 2],
  [["--format", "dot", "--open"], "--open shows a file, and dot is printed; add --out FILE", 2],
  [["--format", "png"], "Allowed choices are html, mermaid, dot, graphml", 2],
  [["--symbol", "noSuchThing"], 'no symbol has the name "noSuchThing"', 3],
  [["--delta", "no-such-branch", "HEAD"], "no-such-branch", 3],
])("graph %j reports the error", async (args, message, code) => {
  const { out, err, exitCode } = await bench.run("graph", ...args);
  expect([out, exitCode]).toEqual(["", code]);
  expect(err).toContain(message);
});

test("a file that cannot be written is reported", async () => {
  mkdirSync(join(bench.root, "folder"), { recursive: true });
  const { err, exitCode } = await bench.run("graph", "--out", "folder");
  expect(exitCode).toBe(2);
  expect(err).toContain(`--out: ${join(bench.root, "folder")} cannot be written; name a file in a folder`);
});

test("a file is opened by the system's program, without a shell", () => {
  const file = "/tmp/a b;$(c).html";
  expect(chooseOpener("darwin", file)).toEqual({ command: "open", args: [file] });
  expect(chooseOpener("win32", file)).toEqual({ command: "rundll32", args: ["url.dll,FileProtocolHandler", file] });
  expect(chooseOpener("linux", file)).toEqual({ command: "xdg-open", args: [file] });
});

test.skipIf(process.platform === "win32")(
  "--open starts the system's program; without one, the error names the file",
  async () => {
    const place = join(bench.root, "bin");
    mkdirSync(place, { recursive: true });
    const [path, opened] = [process.env["PATH"] ?? "", join(place, "opened")];
    const file = join(place, "a b;$(c).html");
    try {
      process.env["PATH"] = place;
      await expect(openFile(file, "linux")).rejects.toMatchObject({
        message: `${file} is written, but xdg-open did not start; open it by hand`,
      });
      writeFileSync(join(place, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > "${opened}"\n`);
      chmodSync(join(place, "xdg-open"), 0o755);
      process.env["PATH"] = `${place}${delimiter}${path}`;
      await openFile(file, "linux");
    } finally {
      process.env["PATH"] = path;
    }
    await expect.poll(() => existsSync(opened) && readFileSync(opened, "utf8")).toBe(file);
  },
);

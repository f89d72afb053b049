/** `sdl docs`: what it prints, when it ends, and what it says where there is nothing to show. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionEnvironment } from "../../src/session.js";
import { docsCommand } from "../../src/site/docs-command.js";
import { PLAIN } from "../../src/terminal.js";
import { runCommand } from "../run.js";

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-docs-")));
  writeFileSync(join(folder, "index.html"), "<h1>start</h1>");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param onUrl is told the address once it is printed */
function environmentOf(onUrl: (url: string) => void = () => undefined) {
  const interruption = new AbortController();
  const written = { out: "", err: "" };
  const environment: SessionEnvironment = {
    cwd: folder,
    env: {},
    signal: interruption.signal,
    terminal: {
      out: (text) => {
        written.out += text;
        if (text.startsWith("http")) onUrl(text.trim());
      },
      err: (text) => {
        written.err += text;
      },
      style: PLAIN,
      isInteractive: false,
      isOutTerminal: false,
      columns: 100,
      readStdin: () => Promise.resolve(""),
    },
  };
  return { environment, written, interruption };
}

test("the site is served until Ctrl-C", async () => {
  let pages: Promise<string> | undefined;
  const { environment, written, interruption } = environmentOf((url) => {
    pages = fetch(url)
      .then((response) => response.text())
      .finally(() => interruption.abort());
  });
  await docsCommand(environment, { port: 0 }, folder);
  expect(await pages).toBe("<h1>start</h1>");
  expect(written.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  await expect(fetch(written.out.trim())).rejects.toThrow();
});

test("--print-path prints the folder and serves nothing", async () => {
  const { environment, written } = environmentOf();
  await docsCommand(environment, { port: 0, printPath: true }, folder);
  expect(written).toEqual({ out: `${folder}\n`, err: "" });
});

test("a copy without the site says how it is built, with exit code 3", async () => {
  const { environment, written } = environmentOf();
  await expect(docsCommand(environment, { port: 0 }, undefined)).rejects.toMatchObject({ exitCode: 3 });
  expect(written.err).toContain("npm run docs");
});

test("a port that is taken is named", async () => {
  const taken: Server = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { readonly port: number };
  const { environment, written } = environmentOf();
  await expect(docsCommand(environment, { port }, folder)).rejects.toMatchObject({ exitCode: 1 });
  expect(written.err).toContain(`Port ${port} cannot be used`);
  taken.close();
});

test("a port that is none is a wrong option", async () => {
  const { exitCode, err } = await runCommand({ cwd: folder, home: folder }, ["docs", "--port", "70000"]);
  expect([exitCode, err.includes("0 to 65535")]).toEqual([2, true]);
});

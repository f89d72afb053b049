/**
 * `sdl graph`: draws a symbol's neighbourhood, a slice, a delta or the whole repository, as a page or as text for other
 * programs.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { drawGraphPicture, type PictureRequest, SdlError } from "@sdl/engine";
import type { QueryOptions } from "../commands/query-commands.js";
import { withProgress } from "../commands/with-progress.js";
import { repositoryArguments, type Session } from "../session.js";
import { openFile } from "./open-file.js";

/** Output formats: a page, or text for other programs. */
export const GRAPH_FORMATS = ["html", "mermaid", "dot", "graphml"] as const;

/** Options of `sdl graph`. */
export interface GraphOptions extends QueryOptions {
  readonly symbol?: string;
  readonly slice?: string;
  /** The two revisions to compare. */
  readonly delta?: readonly string[];
  readonly depth?: number;
  readonly limit?: number;
  readonly tests?: boolean;
  readonly format: (typeof GRAPH_FORMATS)[number];
  readonly out?: string;
  readonly open?: boolean;
}

/** Draws the picture. A page is written to a file whose path is printed; other formats go to standard output. */
export async function graphCommand(session: Session, options: GraphOptions): Promise<void> {
  const { terminal } = session;
  const request = makePictureRequest(session, options);
  const text = await withProgress(session, async (context) =>
    render(await drawGraphPicture(context, request), options.format),
  );
  if (options.format !== "html" && options.out === undefined) {
    terminal.out(text);
    return;
  }
  const file = writeText(session.engine.cwd, options, text);
  terminal.out(`${file}\n`);
  if (options.open === true) await openFile(file);
}

/** @throws {SdlError} `invalid_params` */
function makePictureRequest(session: Session, options: GraphOptions): PictureRequest {
  const { symbol, slice, delta, depth, limit, tests, fresh, format, out, open } = options;
  if (open === true && format !== "html" && out === undefined)
    throw new SdlError(
      "invalid_params",
      `--open shows a file, and ${format} is printed; add --out FILE, or leave --format out`,
    );
  return {
    ...repositoryArguments(session),
    ...(fresh === undefined ? {} : { fresh }),
    ...{ symbol, task: slice, depth, limit, tests },
    ...(delta === undefined ? {} : { delta: parseRevisions(delta) }),
  };
}

/** @throws {SdlError} `invalid_params` */
function parseRevisions(delta: readonly string[]): { readonly from: string; readonly to: string } {
  const [from, to, ...more] = delta;
  if (from !== undefined && to !== undefined && more.length === 0) return { from, to };
  throw new SdlError("invalid_params", `--delta takes two revisions, and got ${delta.length}: ${delta.join(" ")}`, {
    hint: "Example: sdl graph --delta HEAD @draft compares the last commit with the files as they are",
  });
}

async function render(
  picture: Awaited<ReturnType<typeof drawGraphPicture>>,
  format: GraphOptions["format"],
): Promise<string> {
  const page = await import("@sdl/graph-page");
  switch (format) {
    case "html":
      return page.graphPage(picture);
    case "mermaid":
      return page.toMermaid(picture);
    case "dot":
      return page.toDot(picture);
    case "graphml":
      return page.toGraphml(picture);
  }
}

/**
 * Writes a page. Without `--out` it goes to a new folder with an unpredictable name, so that no other user can prepare
 * the path. @throws {SdlError} `invalid_params`
 */
function writeText(cwd: string, { out }: GraphOptions, text: string): string {
  if (out === undefined) {
    const file = join(mkdtempSync(join(tmpdir(), "sdl-graph-")), "sdl-graph.html");
    writeFileSync(file, text);
    return file;
  }
  const file = resolve(cwd, out);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (cause) {
    throw new SdlError(
      "invalid_params",
      `--out: ${file} cannot be written; name a file in a folder that you may write to`,
      {
        cause,
      },
    );
  }
  return file;
}

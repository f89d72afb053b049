/**
 * Page for clients that show a server's pages beside answers (MCP Apps), and the data that it draws. The page contains
 * no picture: its script requests from the client the picture of the answer beside which the page is shown. Source:
 * SEP-1865, revision 2026-01-26.
 */
import type { GraphPicture } from "@sdl/model/graph";
import { checkPicture, GraphPageError } from "../picture/check-picture.js";
import { encodePicture } from "./encode-picture.js";
import { htmlPage } from "./html-page.js";
import { pageBody } from "./page-body.js";
import type { AppData, PageData } from "./page-data.js";

/** Tool names that protocols allow. */
const TOOL = /^[A-Za-z0-9_.-]{1,128}$/;

/**
 * Builds the page; equal options give equal bytes. @throws {GraphPageError} `INVALID_OPTIONS` for a tool name of
 * another form
 */
export function appPage({ tool, version }: AppData): string {
  if (!TOOL.test(tool))
    throw new GraphPageError("INVALID_OPTIONS", `tool is ${JSON.stringify(tool)}; it must be the name of a tool`);
  const nothing = { subject: "repository", title: "Graph", repository: "", notes: [] } as const;
  return htmlPage({ title: "Graph", body: pageBody(nothing, "app"), data: { tool, version }, isAlone: false });
}

/** The data that the page of {@link appPage} draws for a picture. @throws {GraphPageError} `INVALID_PICTURE` */
export function appPicture(picture: GraphPicture): PageData {
  checkPicture(picture);
  return encodePicture(picture, { place: "app" });
}

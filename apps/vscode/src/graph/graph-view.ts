/** Panels with pictures of the graph beside the code. The server renders the page; selecting a symbol in it opens its source. */
import { randomBytes } from "node:crypto";
import { type Disposable, ProgressLocation, Range, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import type { GraphAnswer } from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { openedPlace } from "./opened-place.js";

/** Opens panels and handles their messages. */
export class GraphView implements Disposable {
  private readonly panels = new Set<WebviewPanel>();

  constructor(private readonly link: ServerLink) {}

  /** Opens a picture. @param subject parameters of the request `sdl/graph` @returns number of symbols in the picture */
  async show(subject: object): Promise<number> {
    const nonce = randomBytes(18).toString("base64url");
    const progress = { location: ProgressLocation.Window, title: "SDL draws the graph" };
    const answer = await window.withProgress(progress, () =>
      this.link.request<GraphAnswer>("sdl/graph", { ...subject, nonce }),
    );
    const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
    const place = { viewColumn: ViewColumn.Beside, preserveFocus: false };
    const panel = window.createWebviewPanel("sdl.graph", `Graph: ${answer.title}`, place, options);
    this.panels.add(panel);
    panel.onDidDispose(() => this.panels.delete(panel));
    panel.webview.onDidReceiveMessage((message: unknown) => open(answer, message));
    panel.webview.html = answer.html;
    return answer.symbols;
  }

  dispose(): void {
    for (const panel of this.panels) panel.dispose();
  }
}

/** Opens a place in the first editor column, so that the picture stays visible. */
async function open(answer: GraphAnswer, message: unknown): Promise<void> {
  const place = openedPlace(answer.files, message);
  if (place === undefined) return;
  const start = place.line - 1;
  const selection = new Range(start, 0, start, 0);
  await window.showTextDocument(Uri.parse(place.uri), { viewColumn: ViewColumn.One, selection });
}

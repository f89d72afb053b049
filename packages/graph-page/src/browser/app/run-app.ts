/**
 * The page as an MCP App: shakes hands with its client, waits for the answer beside which it is shown, asks the server
 * for the picture of that answer, and follows the client's theme and display mode. Source: SEP-1865, revision
 * 2026-01-26.
 * Invariant: it draws one picture, that of the first answer; answers to its own calls do not count.
 */
import type { AppData, PageData } from "../../page/page-data.js";
import { elementById } from "../page/dom.js";
import { Frame, type FrameContext } from "./frame.js";
import { HostLink } from "./host-link.js";

const REVISION = "2026-01-26";
/** Key in an answer's `_meta`: arguments of the picture tool. */
const PICTURE = "sdl/picture";

interface ToolResult {
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly structuredContent?: PageData;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Runs the page until its client closes it. @param show draws a picture */
export function runApp({ tool, version }: AppData, show: (data: PageData) => void): void {
  const link = new HostLink(window.parent);
  const frame = new Frame(link);
  let isAsked = false;
  let call: unknown;
  const showNotice = (text: string) => {
    elementById("notice").textContent = text;
    frame.sendPreferredHeight();
  };
  const draw = async (names: unknown) => {
    showNotice("The graph is being drawn.");
    const result: ToolResult = await link.request("tools/call", { name: tool, arguments: names });
    const data = result.structuredContent;
    if (result.isError === true || !Array.isArray(data?.nodes)) showNotice(`No graph. ${resultText(result)}`);
    else {
      document.body.classList.remove("waiting");
      frame.sendPreferredHeight();
      show(data);
    }
  };
  const refused = (error: unknown) =>
    showNotice(`No graph: the client refused. ${error instanceof Error ? error.message : ""}`);
  link.onNotification("ui/notifications/tool-input", (params) => {
    call = params["arguments"];
  });
  link.onNotification("ui/notifications/tool-result", (params) => {
    if (isAsked) return;
    const { isError, _meta }: ToolResult = params;
    // Some clients do not pass on an answer's `_meta`; all of them pass on the call's arguments.
    const names = isError === true ? undefined : (_meta?.[PICTURE] ?? { call: call ?? {} });
    if (names === undefined) showNotice("This answer has no graph.");
    else {
      isAsked = true;
      draw(names).catch(refused);
    }
  });
  link.onNotification("ui/notifications/tool-cancelled", () => {
    if (!isAsked) showNotice("The call was cancelled: there is nothing to show.");
  });
  link.onNotification("ui/notifications/host-context-changed", (params: FrameContext) => {
    frame.applyContextChange(params);
    frame.sendPreferredHeight();
  });
  link.onRequest("ui/resource-teardown", () => ({}));
  link.onRequest("ping", () => ({}));
  shakeHands(link, frame, version).catch(refused);
}

async function shakeHands(link: HostLink, frame: Frame, version: string): Promise<void> {
  const { hostContext } = await link.request("ui/initialize", {
    protocolVersion: REVISION,
    appInfo: { name: "sdl-graph", title: "Graph", version },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  });
  frame.applyContextChange((hostContext ?? {}) as FrameContext);
  link.notify("ui/notifications/initialized", {});
  frame.sendPreferredHeight();
}

function resultText({ content = [] }: ToolResult): string {
  return content.map(({ text = "" }) => text).join("\n");
}

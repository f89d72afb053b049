/**
 * Handler of the picture tool, which the graph page calls: returns the picture of an answer in the form that the page
 * draws.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerPicture, PICTURE_TOOL, toErrorAnswer } from "@sdl/engine";
import { failureResult } from "../call-tool.js";
import { answerWithinLimits, type RequestContext, type ServerSurface, textContext } from "../surface.js";

/** Errors are returned as results, for the page to show; only a cancelled call rejects. */
export async function callPictureTool(
  rawArguments: unknown,
  surface: ServerSurface,
  request: RequestContext,
): Promise<CallToolResult> {
  try {
    surface.selection.requireOffered(PICTURE_TOOL);
    const data = await answerWithinLimits(surface, request, async (signal) => {
      const picture = await answerPicture(textContext(surface, request, signal), unwrapGroupCall(rawArguments));
      const { appPicture } = await import("@sdl/graph-page");
      return appPicture(picture);
    });
    const text = `${data.title}: a picture of ${data.nodes.length} symbols, for the page that asked.`;
    return { content: [{ type: "text", text }], structuredContent: { ...data } };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return failureResult(toErrorAnswer(error, surface.engine.log), { answerFormat: "text" }, surface);
  }
}

/** Unwraps the call of a group's tool into the call of its action. */
function unwrapGroupCall(rawArguments: unknown): unknown {
  const { call, ...rest } = Object(rawArguments) as { readonly call?: unknown };
  const { action, args = {} } = Object(call) as { readonly action?: unknown; readonly args?: unknown };
  return typeof action === "string" ? { ...rest, call: args } : rawArguments;
}

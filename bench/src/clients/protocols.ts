/**
 * Model protocols of three makers, on the side of the model: only what one tool call and the end of a conversation
 * need.
 */
import type { ServerResponse } from "node:http";

/** A tool that an agent offers to its model. */
export interface OfferedTool {
  readonly name: string;
  /** In OpenAI's protocol, the group that contains the tool. */
  readonly namespace?: string | undefined;
}

/** Fields of an agent's request that the stub model reads. */
export interface AgentRequest {
  readonly tools: readonly OfferedTool[];
  /** Results of called tools, as text. */
  readonly results: readonly string[];
}

/** A tool call by the model. */
export interface Call {
  readonly tool: OfferedTool;
  readonly args: object;
}

type Body = Readonly<Record<string, unknown>>;

/** A parsed request, with the functions that answer it. */
export interface AnswerableRequest {
  readonly url: string;
  readonly body: Body;
  /** Absent ends the conversation. */
  readonly call: Call | undefined;
}

/** Reads requests and writes answers of one protocol. */
export interface Protocol {
  takes(url: string): boolean;
  read(body: Body): AgentRequest;
  write(response: ServerResponse, answered: AnswerableRequest): void;
}

const list = (value: unknown): readonly Body[] => (Array.isArray(value) ? (value as readonly Body[]) : []);
const nameOf = ({ name }: Body): string => (typeof name === "string" ? name : "");

/** Anthropic's messages. */
export const anthropic: Protocol = {
  takes: (url) => url.includes("/v1/messages") && !url.includes("count_tokens"),
  read: ({ tools, messages }) => ({
    tools: list(tools)
      .filter(({ defer_loading }) => defer_loading !== true)
      .map((tool) => ({ name: nameOf(tool) })),
    results: list(messages)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => textsInside(content)),
  }),
  write: (response, { body, call }) => {
    const usage = { input_tokens: 10, output_tokens: 5 };
    const stopReason = call === undefined ? "end_turn" : "tool_use";
    const block =
      call === undefined
        ? { type: "text", text: "" }
        : { type: "tool_use", id: "toolu_1", name: call.tool.name, input: {} };
    const message = { id: "msg_1", type: "message", role: "assistant", model: body["model"], usage };
    if (body["stream"] !== true) {
      const content = call === undefined ? { ...block, text: "Done." } : { ...block, input: call.args };
      writeJson(response, { ...message, content: [content], stop_reason: stopReason, stop_sequence: null });
      return;
    }
    const delta =
      call === undefined
        ? { type: "text_delta", text: "Done." }
        : { type: "input_json_delta", partial_json: JSON.stringify(call.args) };
    writeEvents(response, [
      { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ]);
  },
};

/** OpenAI's responses. */
export const openAi: Protocol = {
  takes: (url) => url.includes("/responses"),
  read: ({ tools, input }) => ({
    tools: list(tools).flatMap((tool) =>
      tool["tools"] === undefined
        ? [{ name: nameOf(tool) }]
        : list(tool["tools"]).map((inner) => ({ name: nameOf(inner), namespace: nameOf(tool) })),
    ),
    results: list(input)
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => textsInside(output)),
  }),
  write: (response, { call }) => {
    const item =
      call === undefined
        ? {
            ...{ type: "message", id: "m_1", role: "assistant", status: "completed" },
            content: [{ type: "output_text", text: "Done.", annotations: [] }],
          }
        : {
            ...{ type: "function_call", id: "fc_1", call_id: "call_1", name: call.tool.name, status: "completed" },
            ...(call.tool.namespace === undefined ? {} : { namespace: call.tool.namespace }),
            arguments: JSON.stringify(call.args),
          };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const started = { id: "resp_1", status: "in_progress", output: [] };
    writeEvents(response, [
      { type: "response.created", response: started },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { ...started, status: "completed", output: [item], usage } },
    ]);
  },
};

/** Google's generateContent. */
export const google: Protocol = {
  takes: (url) => /generateContent/i.test(url),
  read: ({ tools, contents }) => ({
    tools: list(tools).flatMap(({ functionDeclarations }) =>
      list(functionDeclarations).map((tool) => ({ name: nameOf(tool) })),
    ),
    results: list(contents)
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [textsInside(functionResponse)])),
  }),
  write: (response, { url, call }) => {
    const part = call === undefined ? { text: "Done." } : { functionCall: { name: call.tool.name, args: call.args } };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    if (/stream/i.test(url)) writeEvents(response, [answer]);
    else writeJson(response, answer);
  },
};

/** All texts inside a value, in order: agents wrap a tool's text in their own layers. */
function textsInside(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textsInside).filter(Boolean).join("\n");
}

function writeJson(response: ServerResponse, answer: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer));
}

/** Writes server-sent events; an event with a type is named after it. */
function writeEvents(response: ServerResponse, events: readonly Body[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = event["type"] === undefined ? "" : `event: ${String(event["type"])}\n`;
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

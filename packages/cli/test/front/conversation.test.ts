import { expect, test } from "vitest";
import { Conversation } from "../../src/front/conversation.js";
import { LineSplitter } from "../../src/front/lines.js";

/**
 * Plays lines, `>` from the client and `<` from the server; then the server dies. @returns the lines for the client and
 * for the next server
 */
function takeOver(talk: string): {
  readonly client: unknown[];
  readonly server: readonly string[];
  readonly passed: string[];
} {
  const conversation = new Conversation();
  const passed: string[] = [];
  for (const line of talk
    .trim()
    .split("\n")
    .map((one) => one.trim())) {
    if (line.startsWith(">")) conversation.addClientLine(Buffer.from(line.slice(2)));
    else if (conversation.noteServerLine(line.slice(2))) passed.push(line.slice(2));
  }
  const { answers, lines } = conversation.takeOver("SIGBUS");
  return { client: answers.map((line) => JSON.parse(line)), server: lines, passed };
}

const HANDSHAKE = `
  > {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
  < {"result":{"a":{"id":9}},"jsonrpc":"2.0","id":0}
  > {"jsonrpc":"2.0","method":"notifications/initialized"}`;
const GREETING = [
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
];

test("the handshake is repeated, and a call that was not answered fails with a code", () => {
  const { client, server } = takeOver(`${HANDSHAKE}
  > {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}
  > {"jsonrpc":"2.0","id":"two","method":"tools/call","params":{}}
  < {"jsonrpc":"2.0","id":1,"result":{"content":[]}}`);
  expect(server).toEqual(GREETING);
  expect(client).toMatchObject([{ id: "two", result: { isError: true, structuredContent: { code: "busy" } } }]);
});

test("requests that only read are sent again", () => {
  const list = '{"jsonrpc":"2.0","id":5,"method":"tools/list"}';
  expect(takeOver(`${HANDSHAKE}\n> ${list}`)).toMatchObject({ client: [], server: [...GREETING, list] });
});

test("an unanswered handshake is sent to the next server once", () => {
  const line = '{"jsonrpc":"2.0","id":0,"method":"initialize"}';
  expect(takeOver(`> ${line}`)).toMatchObject({ client: [], server: [line] });
});

test("a cancelled call is not answered, and invalid lines are ignored", () => {
  const { client, server, passed } = takeOver(`${HANDSHAKE}
  > {"jsonrpc":"2.0","id":7,"method":"tools/call"}
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
  > this is no JSON
  > [1,2]
  < {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"id":7}}
  < neither is this`);
  expect(client).toEqual([]);
  expect(server).toEqual(GREETING);
  expect(passed).toHaveLength(3);
});

test("requests that share an id are all answered; requests of a batch and long ones are not repeated", () => {
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}';
  const long = `{"jsonrpc":"2.0","id":4,"method":"x","params":{"a":"${"x".repeat(70_000)}"}}`;
  const { client, server } = takeOver(`${HANDSHAKE}
  > ${call}
  > ${call}
  > [{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"tools/call"}]
  > ${long}
  < {"jsonrpc":"2.0","id":1,"result":{"content":[]}}`);
  expect(server).toEqual(GREETING);
  expect(client).toMatchObject([
    { id: 1, result: { isError: true } },
    { id: 2, error: { data: { code: "busy" } } },
    { id: 3, result: { isError: true } },
    { id: 4, error: { code: -32603 } },
  ]);
});

test("the answer to the repeated handshake is not passed on; other answers are", () => {
  const conversation = new Conversation();
  for (const line of GREETING) conversation.addClientLine(Buffer.from(line));
  expect(conversation.noteServerLine('{"result":{},"jsonrpc":"2.0","id":0}')).toBe(true);
  expect(conversation.takeOver("SIGSEGV").lines).toEqual(GREETING);
  expect(conversation.noteServerLine('{"result":{},"jsonrpc":"2.0","id":0}')).toBe(false);
  expect(conversation.noteServerLine('{"result":{},"jsonrpc":"2.0","id":0}')).toBe(true);
});

test("lines are complete, however their bytes are split", () => {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  const bytes = Buffer.from("höhe\n\nsecond\nrest€");
  for (const byte of bytes) splitter.push(Uint8Array.of(byte));
  expect(lines).toEqual(["höhe", "", "second"]);
  expect(splitter.takeRest()).toBe("rest€");
  splitter.push(bytes);
  expect(lines.slice(3)).toEqual(["höhe", "", "second"]);
});

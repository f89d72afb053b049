import { expect, test } from "vitest";
import { readLine } from "../../src/wire/read-line.js";

/** Results of a line: `> method id` for a message, `id code` for an answer; the code of a failed call is a word. */
function read(line: string | Uint8Array): string[] {
  const bytes = typeof line === "string" ? Buffer.from(line) : line;
  return [...readLine(bytes)].map((incoming) => {
    if ("message" in incoming) {
      const { method, id } = incoming.message as { readonly method: string; readonly id?: unknown };
      return `> ${method} ${id === undefined ? "-" : JSON.stringify(id)}`;
    }
    const { id, error, result } = JSON.parse(incoming.answer);
    return `${JSON.stringify(id)} ${error === undefined ? result.structuredContent.code : error.code}`;
  });
}

const call = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sdl_info","arguments":${args}}}`;
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"ping"}', "> ping 1"],
  ['\u{feff}{"jsonrpc":"2.0","id":"a","method":"ping","params":{}}\r', '> ping "a"'],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","extra":1,"__proto__":{"id":2}}', "> ping 1"],
  ['{"jsonrpc":"2.0","method":"notifications/initialized"}', "> notifications/initialized -"],
])("%j is passed on", (line, message) => expect(read(line)).toEqual([message]));

test.each([
  ["empty", ""],
  ["blank", " \t\r"],
  ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ["an error", '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}'],
  ["a notification of another version", '{"method":"notifications/initialized"}'],
  ["a notification with wrong params", '{"jsonrpc":"2.0","method":"n","params":[]}'],
])("%s is not answered", (_, line) => expect(read(line)).toEqual([]));

test.each([
  ["no JSON", "{", ["null -32700"]],
  ["cut off", '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{', ["5 -32700"]],
  ["two on a line", '{"id":1,"method":"a"}{"id":"b","method":"a"}', ["1 -32700", '"b" -32700']],
  ["a zero byte", '{"jsonrpc":"2.0","id":1,"method":"ping"\u0000}', ["1 -32700"]],
  ["a string", '"ping"', ["null -32600"]],
  ["an empty batch", "[]", ["null -32600"]],
  ["an empty object", "{}", ["null -32600"]],
  ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', ["1 -32600"]],
  ["no version", '{"id":"x","method":"ping"}', ['"x" -32600']],
  ["no method", '{"jsonrpc":"2.0","id":1}', ["1 -32600"]],
  ["a method that is none", '{"jsonrpc":"2.0","id":1,"method":{}}', ["1 -32600"]],
  ["id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', ["null -32600"]],
  ["id an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', ["null -32600"]],
  ["id a fraction", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', ["1.5 -32600"]],
  ["params a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', ["1 -32602"]],
  ["params null", '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', ["1 -32602"]],
  ["_meta a text", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":""}}', ["1 -32602"]],
])("%s: %s", (_, line, answers) => expect(read(line)).toEqual(answers));

test("an answer repeats a long id exactly", () => {
  const [incoming] = readLine(Buffer.from('{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}'));
  expect(incoming).toMatchObject({ answer: expect.stringContaining('"id":12345678901234567890,') });
});

test("bytes that are not UTF-8 are a parse error", () => {
  expect(read(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"caf\xe9"}', "latin1"))).toEqual(["1 -32700"]);
});

test("a batch is read message by message", () => {
  const batch = '[{"jsonrpc":"2.0","id":1,"method":"ping"},3,{"id":2},[],{"jsonrpc":"2.0","method":"n"}]';
  expect(read(batch)).toEqual(["> ping 1", "null -32600", "2 -32600", "null -32600", "> n -"]);
});

test("too deep JSON is refused with invalid_params; a too deep notification is not answered", () => {
  expect(read(call(nested(64)))).toEqual(["> tools/call 1"]);
  for (const depth of [66, 1_000, 1_000_000]) {
    expect(read(call(nested(depth)))).toEqual(["1 invalid_params"]);
    expect(read(call("[".repeat(depth)))).toEqual(["1 invalid_params"]);
    expect(read(`{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":${nested(depth)}}}`)).toEqual(["2 -32602"]);
    expect(read(`{"jsonrpc":"2.0","method":"note","params":{"a":${nested(depth)}}}`)).toEqual([]);
    expect(read(nested(depth + 2))).toEqual(["null -32602"]);
  }
});

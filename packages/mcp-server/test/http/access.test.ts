import { expect, test } from "vitest";
import { createAccessCheck } from "../../src/http/access.js";

const TOKEN = "a".repeat(43);
const check = createAccessCheck({ hosts: ["sdl.example.com", "fe80::1"], token: TOKEN });
const good = { host: "127.0.0.1:7333", authorization: `Bearer ${TOKEN}` };

test.each([
  [{ ...good }],
  [{ ...good, host: "localhost" }],
  [{ ...good, host: "[::1]:7333" }],
  [{ ...good, host: "[fe80::1]:7333" }],
  [{ ...good, host: "SDL.example.com:443", origin: "https://sdl.example.com" }],
  [{ ...good, origin: "http://localhost:5173" }],
  [{ ...good, authorization: `bearer  ${TOKEN} ` }],
])("%j is allowed", (headers) => {
  expect(check(headers)).toBeUndefined();
});

test.each([
  [{ ...good, host: undefined }, "Host"],
  [{ ...good, host: "evil.example" }, "Host"],
  [{ ...good, host: "localhost.evil.example:7333" }, "Host"],
  [{ ...good, host: "127.0.0.1@evil.example" }, "Host"],
  [{ ...good, origin: "http://evil.example" }, "Origin"],
  [{ ...good, origin: "null" }, "Origin"],
  [{ ...good, origin: "https://sdl.example.com.evil.example" }, "Origin"],
])("%j gets 403 for its %s, whatever its token", (headers, name) => {
  for (const authorization of [headers.authorization, undefined])
    expect(check({ ...headers, authorization })).toMatchObject({ status: 403, message: expect.stringMatching(name) });
});

test.each([
  undefined,
  "",
  TOKEN,
  `Basic ${TOKEN}`,
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(1)}`,
  "Bearer",
  "Bearer  ",
  `Bearer ${TOKEN}, Bearer x`,
])("the authorization %j gets 401", (authorization) => {
  expect(check({ ...good, authorization })).toMatchObject({ status: 401 });
});

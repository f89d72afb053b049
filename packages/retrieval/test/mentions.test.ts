import { expect, test } from "vitest";
import { mentionsOf, pureName } from "../src/mentions.js";

function checkMentions(text: string, expected: string): void {
  const shown = mentionsOf(text).map((mention) => mention.join("."));
  expect([text, shown.join(" ")]).toEqual([text, expected]);
}

test("identifiers in a sentence are distinguished from words", () => {
  checkMentions("Fix getUserById when the user is gone", "getUserById");
  checkMentions("parse_url and MAX_SIZE and utf8", "parse_url MAX_SIZE utf8");
  checkMentions("call `close` and open() now", "close open");
  checkMentions("Sessions leak when Session closes", "Session");
  checkMentions("raise from Session.close on exit", "Session.close");
  checkMentions("Make it faster. Please", "");
  checkMentions("HTTPServer and std::vector", "HTTPServer std.vector");
});

test("a query that is only a name is recognised", () => {
  expect(pureName(" Session.close() ")).toEqual(["Session", "close"]);
  expect(pureName("#secret")).toEqual(["#secret"]);
  expect(pureName("token")).toEqual(["token"]);
  expect(pureName("404")).toEqual(["404"]);
  expect(pureName("0001_initial")).toEqual(["0001_initial"]);
  expect(pureName("a token")).toBeUndefined();
  expect(pureName("")).toBeUndefined();
});

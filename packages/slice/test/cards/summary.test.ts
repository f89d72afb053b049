import type { Effect, Guard } from "@sdl/model/facts";
import { InMemoryGraph } from "@sdl/model/in-memory";
import { expect, test } from "vitest";
import { buildCard } from "../../src/index.js";

interface Said {
  readonly name: string;
  readonly doc?: string;
  readonly calls?: readonly string[];
  readonly effects?: readonly Effect[];
  readonly guards?: readonly Guard[];
  readonly file?: string;
}

/** Summary of a function with the given facts. */
function summaryOf({ name, doc, calls = [], effects = [], guards = [], file = "a.ts" }: Said): string | undefined {
  const graph = new InMemoryGraph({
    symbols: [
      {
        file,
        qualifiedName: name,
        kind: "function",
        behaviour: { effects, guards },
        ...(doc === undefined ? {} : { doc }),
      },
      ...calls.map((callee) => ({ file, qualifiedName: callee, kind: "function" as const })),
    ],
    edges: calls.map((callee) => ({ from: `${file}#${name}`, to: `${file}#${callee}`, kind: "call" as const })),
  });
  return buildCard(graph, graph.get(`${file}#${name}`).handle).summary;
}

const expired: Guard = { kind: "requires", text: "exp > now", error: "TokenExpiredError" };

test.each<[Said, string | undefined]>([
  [{ name: "validateToken" }, undefined],
  [{ name: "validateToken", doc: "Validates the token." }, undefined],
  [{ name: "validateToken", doc: "Function validateToken." }, undefined],
  [{ name: "validateToken", doc: "Validates a bearer token." }, "Validates a bearer token."],
  [{ name: "validateToken", calls: ["decode"] }, "Validates token using decode."],
  [
    { name: "validateToken", doc: "Validates token.", calls: ["decode"], guards: [expired] },
    "Validates token using decode; throws TokenExpiredError.",
  ],
  [{ name: "validate_token", guards: [expired], file: "a.py" }, "Validates token; raises TokenExpiredError."],
  [{ name: "saveAll", effects: [{ kind: "network request", line: 1 }] }, "Saves all; makes a network request."],
  [{ name: "isReady", calls: ["probe"] }, "Tells whether it is ready using probe."],
  [{ name: "toJSON", calls: ["write"] }, "Converts to JSON using write."],
  [{ name: "mapTo", calls: ["write"] }, undefined],
  [{ name: "run", calls: ["write"] }, undefined],
  [{ name: "userOf", calls: ["write"] }, undefined],
  [{ name: "__enter__", calls: ["write"] }, undefined],
  [{ name: "logIn", effects: [{ kind: "logs", line: 1 }] }, undefined],
])("%j gives %j", (said, summary) => {
  expect(summaryOf(said)).toBe(summary);
});

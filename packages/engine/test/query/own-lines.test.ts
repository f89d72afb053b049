/** Tests of which lines of a file count as a symbol's own in slices. */
import { expect, test } from "vitest";
import { runAction } from "../../src/dispatch.js";
import { openRepository } from "../support/small-repository.js";

const GO = `package server

import "fmt"

type Server struct {
	limit int
}

var defaultLimit = 20

func (s *Server) start() {
	fmt.Println("started", s.limit)
}

func init() {
	fmt.Println(defaultLimit)
}
`;

test("a module's own lines have no line of a method that is declared outside of its type", async () => {
  const small = await openRepository({ "go.mod": "module example.org/server\n", "server.go": GO });
  const { slice } = await runAction(
    "sliceBuild",
    { entrySymbols: ["server.go"], taskText: "started with a limit", source: "auto" },
    { engine: small.engine },
  );
  const { cards } = slice as { cards: { kind: string; name: string; source?: { blocks: { text: string }[] } }[] };
  const shown = Object.fromEntries(
    cards.map(({ kind, name, source }) => [`${kind} ${name}`, source?.blocks.map(({ text }) => text).join("\n")]),
  );
  expect(shown["module server.go"]).toMatch(/^package server\n\nimport "fmt"$/);
  expect(shown["method Server.start"]).toContain('fmt.Println("started", s.limit)');
  await small.remove();
});

/**
 * Serves the fixtures over the product's HTTP transport. The suite sends no token, so each request gets it here; all
 * other checks stay.
 */
import process from "node:process";
import { createAccessCheck, createHandler, Listener } from "../../dist/http/index.js";
import { fixtureServer } from "./fixtures.mjs";

const token = "t".repeat(43);
const check = createAccessCheck({ hosts: [], token });
const { server } = new Listener(createHandler(fixtureServer), ({ headers }) =>
  check({ ...headers, authorization: `Bearer ${token}` }),
);
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));

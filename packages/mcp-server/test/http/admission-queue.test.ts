/**
 * Tests of many clients that connect at once to a busy server: each is answered before others are answered repeatedly.
 */
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { AdmissionQueue } from "../../src/http/admission-queue.js";
import { HTTP_PATH, Listener } from "../../src/http/serve-http.js";

const CLIENTS = 60;
const REQUESTS = 4;
/** Processor time of a request. */
const WORK_MS = 4;

/** Answers without the protocol, after work that blocks the event loop. */
function busyHandler(): McpHttpHandler {
  const answer = async (): Promise<Response> => {
    const end = performance.now() + WORK_MS;
    while (performance.now() < end);
    return Response.json({});
  };
  return { fetch: answer } as unknown as McpHttpHandler;
}

function ask(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: HTTP_PATH, method: "POST", agent };
    const sent = request(options, (response) => response.resume().once("end", resolve));
    sent.once("error", reject);
    sent.end("{}");
  });
}

test("newly connecting clients are answered before most earlier ones have three answers", async () => {
  const { server } = new Listener(busyHandler(), () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answered: number[] = new Array<number>(CLIENTS).fill(0);
  const unfair: string[] = [];
  const work = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < REQUESTS; i++) {
      await ask(port, agent);
      answered[client] = i + 1;
      const waiting = answered.filter((count) => count === 0).length;
      if (i === 2 && waiting > 0) unfair.push(`client ${client} has three answers, ${waiting} have none`);
    }
    agent.destroy();
  };
  await Promise.all(answered.map((_, client) => work(client)));
  server.close();
  // The first clients send requests while the last ones still connect. Without the admission queue nearly all are
  // treated unfairly.
  expect(unfair.length, unfair.join("\n")).toBeLessThan(CLIENTS / 4);
});

test("requests are admitted in order, with rounds of the event loop between them", async () => {
  const admissions = new AdmissionQueue();
  const entered: (string | number)[] = [];
  const passes = [1, 2, 3].map(async (number) => {
    await admissions.waitForTurn();
    entered.push(number);
  });
  let isOver = false;
  const countRounds = (): void => {
    if (isOver) return;
    entered.push("round");
    setImmediate(countRounds);
  };
  setImmediate(countRounds);
  await Promise.all(passes);
  isOver = true;
  expect(entered.filter((one) => one !== "round")).toEqual([1, 2, 3]);
  const between = entered.slice(entered.indexOf(1), entered.indexOf(2));
  expect(between.length).toBeGreaterThan(3);
});

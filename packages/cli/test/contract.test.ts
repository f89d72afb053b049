/** Tests of the gate in front of raw code on the command line: every outcome, then the log of all decisions. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContractRepository, makeContractRepository } from "../../engine/test/contract/contract-repository.js";
import { type Call, Stage } from "../../engine/test/contract/situation.js";
import { CODE_SITUATIONS } from "../../engine/test/contract/situations/code.js";
import { runCommand } from "./run.js";

let repository: ContractRepository;
let stage: Stage;
beforeAll(async () => {
  repository = await makeContractRepository();
  stage = new Stage(repository, call);
});
afterAll(() => repository.remove());

const run = (...args: string[]) => runCommand({ cwd: repository.root, home: repository.home }, args);

const call: Call = async (action, args) => {
  const { out, exitCode } = await run("tool", action, "--json", JSON.stringify(args));
  const answer = JSON.parse(out);
  return { isError: exitCode !== 0, answer: answer.error ?? answer };
};

test.each(CODE_SITUATIONS.map((situation) => [situation.action, situation.title, situation] as const))(
  "%s: %s",
  async (_action, _title, situation) => {
    expect(await stage.problems(situation, await stage.run(situation))).toEqual([]);
  },
);

test("every decision is in the log, and the log is intact", async () => {
  const asked = CODE_SITUATIONS.filter(({ action }) => action === "sdl.code.needWindow");
  const { out } = await run("audit", "list", "--limit", "1000", "--json");
  const { records } = JSON.parse(out) as { readonly records: readonly Record<string, unknown>[] };
  const decisions = records.filter(({ event }) => event === "window").map(({ decision }) => decision);
  expect(decisions).toEqual(asked.map(({ answer }) => (answer?.["approved"] === true ? "approved" : "denied")));
  expect((await run("audit", "verify")).exitCode).toBe(0);
});

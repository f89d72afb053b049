/** Declares the tests of situations for any kind of client: the situations of each capability run in order, on a repository of their own. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractRepository, copyContractRepository, makeContractRepository } from "./contract-repository.js";
import { type Call, type Outcome, type Situation, Stage } from "./situation.js";

export interface Connection {
  readonly call: Call;
  close(): Promise<void>;
}

/** @param check further checks of an outcome */
export function describeSituations(
  capabilities: Readonly<Record<string, readonly Situation[]>>,
  connect: (repository: ContractRepository) => Promise<Connection>,
  check: (action: string, outcome: Outcome) => Promise<void>,
): void {
  let original: ContractRepository;
  beforeAll(async () => {
    original = await makeContractRepository();
  });
  afterAll(() => original.remove());

  describe.each(Object.entries(capabilities))("%s", (_, situations) => {
    let repository: ContractRepository;
    let connection: Connection;
    let stage: Stage;
    beforeAll(async () => {
      repository = await copyContractRepository(original);
      connection = await connect(repository);
      stage = new Stage(repository, connection.call);
    });
    afterAll(async () => {
      await connection.close();
      repository.remove();
    });

    test.each(situations.map((situation) => [situation.action, situation.title, situation] as const))(
      "%s: %s",
      async (action, _title, situation) => {
        const outcome = await stage.run(situation);
        expect(await stage.problems(situation, outcome)).toEqual([]);
        await check(action, outcome);
      },
    );
  });
}

import { ExitCode } from "./exit-codes.js";

/** What was looked at is not in order; what it is was printed already. */
export class FoundProblems extends Error {
  override readonly name = "FoundProblems";

  constructor(readonly exitCode: number = ExitCode.Failure) {
    super();
  }
}

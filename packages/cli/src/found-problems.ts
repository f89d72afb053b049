/** Error that ends a command whose findings are printed already. */
import { ExitCode } from "./exit-codes.js";

/** Ends the command with an exit code: the check found problems, and they were printed before. */
export class FoundProblems extends Error {
  override readonly name = "FoundProblems";

  constructor(readonly exitCode: number = ExitCode.Failure) {
    super();
  }
}

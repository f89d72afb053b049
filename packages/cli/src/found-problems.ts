/** What was looked at is not in order; what it is was printed already. The program exits with 1. */
export class FoundProblems extends Error {
  override readonly name = "FoundProblems";
}

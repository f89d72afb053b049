/** Parsers of options' values. */
import { InvalidArgumentError } from "commander";

/** @throws {InvalidArgumentError} */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** @throws {InvalidArgumentError} */
export function risk(text: string): number {
  const value = wholeNumber(text);
  if (value > 100) throw new InvalidArgumentError("It must be 0 to 100.");
  return value;
}

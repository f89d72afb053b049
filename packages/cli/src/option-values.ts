/** Parsers of option values. */
import { InvalidArgumentError } from "commander";

/** Parses digits. @throws {InvalidArgumentError} */
export function parseCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Parses a risk score, 0 to 100. @throws {InvalidArgumentError} */
export function parseRiskScore(text: string): number {
  const value = parseCount(text);
  if (value > 100) throw new InvalidArgumentError("It must be 0 to 100.");
  return value;
}

/** Hashes that cost a client little: of cards, and of what a slice says. */
import { hash64Hex } from "@sdl/model";

/** Of as many digits as {@link hashDigits} gives, and of as many tokens. */
export const ANY_DIGITS = "0".repeat(15);

/**
 * Fifteen decimal digits: 49 bits that cost 5 tokens whatever they are, as o200k takes digits by threes, where 64 bits in hex cost
 * about 10.
 */
export function hashDigits(text: string): string {
  const hash = hash64Hex(text);
  const digits = (hex: string, count: number) => String(Number.parseInt(hex, 16) % 10 ** count).padStart(count, "0");
  return digits(hash.slice(0, 8), 7) + digits(hash.slice(8), 8);
}

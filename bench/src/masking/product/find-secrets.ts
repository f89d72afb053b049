/** Search for halves of many secrets in large texts, in one pass. */
const KEY_UNITS = 5;

/** Collects which secrets were found, and where. */
export class SecretSearch {
  /** Secrets by the first units of a half. */
  private readonly halves = new Map<string, { half: string; secret: string }[]>();
  readonly found = new Map<string, string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) {
      const middle = secret.length >> 1;
      for (const half of [secret.slice(0, middle), secret.slice(middle)]) {
        const key = half.slice(0, KEY_UNITS);
        this.halves.set(key, [...(this.halves.get(key) ?? []), { half, secret }]);
      }
    }
  }

  /** Searches a text and records findings with their surroundings. */
  read(text: string, where: string): void {
    for (let at = 0; at + KEY_UNITS <= text.length; at++) {
      for (const { half, secret } of this.halves.get(text.slice(at, at + KEY_UNITS)) ?? []) {
        if (this.found.has(secret) || !text.startsWith(half, at)) continue;
        this.found.set(secret, `${where}: ${text.slice(Math.max(0, at - 60), at + half.length + 10)}`);
      }
    }
  }
}

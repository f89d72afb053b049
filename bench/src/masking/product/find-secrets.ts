/** Looks for halves of many secrets in much text, in one pass. */
const KEY_UNITS = 5;

export class SecretSearch {
  /** By the first units of a half: the secrets that have it. */
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

  /** Notes what it finds, with what stands around it. */
  read(text: string, where: string): void {
    for (let at = 0; at + KEY_UNITS <= text.length; at++) {
      for (const { half, secret } of this.halves.get(text.slice(at, at + KEY_UNITS)) ?? []) {
        if (this.found.has(secret) || !text.startsWith(half, at)) continue;
        this.found.set(secret, `${where}: ${text.slice(Math.max(0, at - 60), at + half.length + 10)}`);
      }
    }
  }
}

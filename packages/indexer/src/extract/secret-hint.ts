/** A cheap look at a literal or comment: could a masker find anything in it? Errs towards yes. */

/** Shortest run of key-like characters with a digit in it that is worth a masker's look. */
const MIN_KEY_RUN = 12;
const ASSIGNED_SECRET = /(?:pass|pwd|secret|token|key|auth|cred)\w*["']?\s*[:=]\s*\S/i;

/** Whether `text[from..to)` holds a long run with digits, an address with `@`, an assignment of something secret, or a PEM header. */
export function mayHoldSecret(text: string, from: number, to: number): boolean {
  if (to - from < 8) return false;
  let run = 0;
  let digits = 0;
  let assigns = false;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const key = KEY_UNITS[unit] as number;
    if (key !== 0) {
      run++;
      digits += key - 1;
      if (digits > 0 && run >= MIN_KEY_RUN) return true;
      continue;
    }
    run = 0;
    digits = 0;
    if (unit === 64 || unit === 58 || unit === 61) assigns = true;
  }
  return assigns && looksAssigned(text.slice(from, to));
}

function looksAssigned(text: string): boolean {
  return ASSIGNED_SECRET.test(text) || (text.includes("://") && text.includes("@"));
}

/** 1 for letters, `+`, `-`, `/`, `_`; 2 for digits. */
const KEY_UNITS = keyUnits();

function keyUnits(): Uint8Array {
  const units = new Uint8Array(0x10000);
  for (let unit = 0; unit < 128; unit++) if (/[A-Za-z+/_-]/.test(String.fromCharCode(unit))) units[unit] = 1;
  units.fill(2, 48, 58);
  return units;
}

/**
 * Protected names: nothing is written under the folders of version control and of SDL, in any spelling that a file
 * system treats as the same. Pure. Sources: git's `is_hfs_dotgit` and `is_ntfs_dotgit` (path.c, utf8.c).
 */

const PROTECTED: ReadonlySet<string> = new Set([".git", ".sdl"]);

/** Code points that HFS+ ignores when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** Short names that NTFS gives to `.git` and `.sdl`. */
const SHORT_NAME = /^(?:git|sdl|gi[0-9a-f]{4}|sd[0-9a-f]{4})~\d+$/;

/** Whether a path component may be `.git` or `.sdl` to some file system. Backslashes separate names on Windows, so each part is checked. */
export function isProtectedName(component: string): boolean {
  return component.split(/[\\/]/).some((part) => {
    const name = normalizedName(part);
    return PROTECTED.has(name) || SHORT_NAME.test(name);
  });
}

/** The name as file systems compare it, without case, ignored code points, streams (`:…`), and trailing dots and spaces. */
function normalizedName(part: string): string {
  const whole = part.replace(IGNORED, "").normalize("NFKC").toLowerCase();
  const colon = whole.indexOf(":");
  return (colon < 0 ? whole : whole.slice(0, colon)).replace(/[. ]+$/, "");
}

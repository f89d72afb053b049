/**
 * Names that nothing is written under: version control's folder and ours, in every spelling that some file system takes for them. Pure.
 * Sources: git's `is_hfs_dotgit` and `is_ntfs_dotgit` (path.c, utf8.c).
 */

const PROTECTED: ReadonlySet<string> = new Set([".git", ".sdl"]);

/** Code points that HFS+ leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** What NTFS calls `.git` and `.sdl` where it gives names of eight letters. */
const SHORT_NAME = /^(?:git|sdl|gi[0-9a-f]{4}|sd[0-9a-f]{4})~\d+$/;

/** Whether one component of a path may be `.git` or `.sdl` to some file system. Backslashes part names on Windows, so all parts count. */
export function isProtectedName(component: string): boolean {
  return component.split(/[\\/]/).some((part) => {
    const name = spokenName(part);
    return PROTECTED.has(name) || SHORT_NAME.test(name);
  });
}

/** As file systems compare it: case, ignored code points, streams (`:…`) and dots and spaces at the end do not count. */
function spokenName(part: string): string {
  const whole = part.replace(IGNORED, "").normalize("NFKC").toLowerCase();
  const colon = whole.indexOf(":");
  return (colon < 0 ? whole : whole.slice(0, colon)).replace(/[. ]+$/, "");
}

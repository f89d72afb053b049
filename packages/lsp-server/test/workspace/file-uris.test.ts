import { describe, expect, test } from "vitest";
import { pathOfUri, pathWithin, uriOfPath } from "../../src/workspace/file-uris.js";

describe("conversion of URIs to paths", () => {
  test.each([
    ["file:///home/me/a%20b.ts", "linux", "/home/me/a b.ts"],
    ["file:///Users/me/%C3%BC.ts", "darwin", "/Users/me/ü.ts"],
    // URIs as VS Code and other editors write them.
    ["file:///c%3A/Users/me/a.ts", "win32", "C:\\Users\\me\\a.ts"],
    ["file:///C:/Users/me/a.ts", "win32", "C:\\Users\\me\\a.ts"],
    ["file:///c:/a%20b/%23.ts", "win32", "C:\\a b\\#.ts"],
    ["file://server/share/a.ts", "win32", "\\\\server\\share\\a.ts"],
    ["FILE:///a.ts", "linux", "/a.ts"],
  ] as const)("%s on %s", (uri, platform, path) => {
    expect(pathOfUri(uri, platform)).toBe(path);
  });

  test.each([
    ["untitled:Untitled-1", "linux"],
    ["vscode-vfs://github/a/b.ts", "linux"],
    ["git:/home/me/a.ts?ref", "linux"],
    ["file://other-machine/a.ts", "linux"],
    ["file:///a%2Fb.ts", "linux"],
    ["file:///no-drive/a.ts", "win32"],
    ["file:///%zz", "linux"],
  ] as const)("%s is none on %s", (uri, platform) => {
    expect(pathOfUri(uri, platform)).toBeUndefined();
  });

  test.each([
    ["C:\\Users\\me\\a b.ts", "win32", "file:///C:/Users/me/a%20b.ts"],
    ["\\\\server\\share\\a.ts", "win32", "file://server/share/a.ts"],
    ["/home/me/#1/ü.ts", "linux", "file:///home/me/%231/%C3%BC.ts"],
  ] as const)("and back: %s on %s", (path, platform, uri) => {
    expect(uriOfPath(path, platform)).toBe(uri);
    expect(pathOfUri(uri, platform)).toBe(path);
  });
});

describe("relative paths within folders", () => {
  test.each([
    ["/w/app", "/w/app/src/a.ts", "linux", "src/a.ts"],
    ["/w/app", "/w/APP/src/a.ts", "linux", undefined],
    ["/w/app", "/w/app", "linux", undefined],
    ["/w/app", "/w/app2/a.ts", "linux", undefined],
    ["/w/app", "/w/app/..a/b.ts", "linux", "..a/b.ts"],
    ["/", "/a.ts", "linux", "a.ts"],
    // The names on disk are used, whatever case the editor writes.
    ["/Users/me/App", "/users/ME/app/Src/A.ts", "darwin", "Src/A.ts"],
    ["/Users/me/İ", "/Users/me/İ/Ç.ts", "darwin", "Ç.ts"],
    ["/Users/me/App", "/Users/me/App", "darwin", undefined],
    ["/Users/me/App", "/Users/me/Other/a.ts", "darwin", undefined],
    ["C:\\w\\App", "c:\\W\\app\\Src\\A.ts", "win32", "Src/A.ts"],
    ["C:\\w\\app", "D:\\w\\app\\a.ts", "win32", undefined],
    ["C:\\", "C:\\a.ts", "win32", "a.ts"],
    ["\\\\server\\share\\app", "\\\\SERVER\\share\\app\\a.ts", "win32", "a.ts"],
  ] as const)("%s holds %s on %s", (folder, path, platform, within) => {
    expect(pathWithin(folder, path, platform)).toBe(within);
  });
});

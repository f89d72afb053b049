import { expect, test } from "vitest";
import { IgnoreRules } from "../../src/workspace/ignore/gitignore.js";
import { compileGlob, toOctets } from "../../src/workspace/ignore/glob.js";

/** The verdict of one ignore file on one entry; a directory's path ends in a slash. */
function verdict(patterns: string, entry: string): boolean | undefined {
  const octets = toOctets(entry.replace(/\/$/, ""));
  const name = octets.slice(octets.lastIndexOf("/") + 1);
  const rule = new IgnoreRules(toOctets(patterns), ".gitignore").findRule({
    name,
    path: octets,
    isDirectory: entry.endsWith("/"),
  });
  return rule && !rule.negated;
}

/** `+` before an ignored entry, `-` before one that a negation keeps, `?` before one that no rule matches; `␣` stands for a space. */
test.each([
  ["a name, at any depth", "foo", "+foo +foo/ +a/foo ?foox ?a/xfoo"],
  ["anchored by a slash in front", "/foo", "+foo ?a/foo"],
  ["anchored by a slash inside", "a/foo", "+a/foo ?b/a/foo"],
  ["directories only", "foo/", "+foo/ +a/foo/ ?foo"],
  ["anchored directories only", "/foo/", "+foo/ ?a/foo/ ?foo"],
  ["a star stays in its component", "a/*.js", "+a/x.js +a/.js ?a/b/x.js ?x.js"],
  ["a suffix", "*.log", "+x.log +a/b.log +.log ?x.logs"],
  ["a question mark is one character, no slash", "a?c", "+abc ?ac ?abbc"],
  ["stars in front", "**/foo", "+foo +a/foo +a/b/foo ?xfoo"],
  ["stars in front of a path", "**/a/foo", "+a/foo +b/a/foo ?foo"],
  ["stars behind", "foo/**", "+foo/a +foo/a/b ?foo ?foo/"],
  ["stars between", "a/**/b", "+a/b +a/x/b +a/x/y/b ?ab ?a/xb ?c/a/b"],
  ["three stars between", "a/***/b", "+a/b +a/x/y/b"],
  ["stars that touch text are one star", "[x]**/b", "+xy/b ?xy/z/b"],
  ["several stretches", "a/**/b*d/**/e", "+a/bd/e +a/x/bxd/y/e +a/bq/bd/e ?a/bx/e"],
  ["the last rule wins", "*.log\n!keep.log\nkeep.log/", "+x.log -keep.log +keep.log/"],
  ["order across kinds of rule", "!/a/x.js\n*.js\n!x.*\n/a/x.js", "+a/x.js -b/x.js +y.js"],
  ["order between a path and a name", "/x\n!x\n!y\n/y", "-x +y"],
  ["an escaped bang and hash", "\\!a\n\\#b\n# c", "+!a +#b ?c ?# ?#␣c"],
  ["trailing spaces go, protected ones and tabs stay", "a  \nb\\ \nc\t\nd\\\\ ", "+a ?a␣ +b␣ ?b ?c +c\t +d\\"],
  ["carriage returns", "a\r\nb\r\n", "+a +b"],
  ["a byte order mark", "\ufeffa", "+a"],
  ["classes", "[a-c][!x][^y]", "+amm +cmm ?dmm ?axm ?amy"],
  ["class members that need care", "a[]-]b\nc[!]]\nd[\\]x]e", "+a]b +a-b +cx ?c] +d]e +dxe"],
  ["named classes", "[[:digit:]][[:alpha:]_]", "+1a +1_ ?a1 ?12"],
  ["a malformed class matches nothing", "a[b\n[[:nope:]]\nc\\", "?ab ?a[b ?n ?c ?c\\"],
  ["a class never matches a slash", "a[/]b\na[!x]b", "?a/b +ayb"],
  ["escaped wildcards", "a\\*b\nc\\[d\\]", "+a*b ?axb +c[d]"],
  ["bytes, as git counts them", "?x\n??y", "?éx +éy"],
  ["names of objects", "__proto__\nconstructor/", "+__proto__ +constructor/ ?constructor ?toString"],
  ["nothing", "\n\n/\n!\n//\n   ", "?a ?a/ ?/"],
])("%s", (_, patterns, expected) => {
  const shown = expected.split(" ").map((word) => {
    const found = verdict(patterns, word.slice(1).replaceAll("␣", " "));
    return `${found === undefined ? "?" : found ? "+" : "-"}${word.slice(1)}`;
  });
  expect(shown.join(" ")).toBe(expected);
});

/** Patterns for which a backtracking matcher takes time exponential in the number of stars. */
test.each([
  ["a*".repeat(100), "a".repeat(255), true],
  [`${"a**".repeat(100)}b`, "a".repeat(255), false],
  [`${"*a".repeat(100)}b`, "a".repeat(255), false],
  [`${"**/a*".repeat(50)}/b`, "a/".repeat(2000), false],
  [`${"**/".repeat(200)}b`, "a/".repeat(2000), false],
  [`${"*/".repeat(200)}b`, "a/".repeat(2000), false],
  [`${"[a-z]*?".repeat(60)}!`, "a".repeat(255), false],
  ["*".repeat(100_000), "a".repeat(255), true],
  ["*a".repeat(50_000), "a".repeat(255), false],
  [`${"**/".repeat(50_000)}b`, "a/".repeat(2000), false],
])("matching %.20s… ends, where backtracking would exceed the test's deadline", (pattern, text, expected) => {
  expect(compileGlob(pattern).matches(text)).toBe(expected);
});

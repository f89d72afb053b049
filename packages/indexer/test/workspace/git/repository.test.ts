import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FileChange, type GitError, withGit } from "../../../src/workspace/git/index.js";
import { makeRepository } from "./make-repository.js";

const PATTERNS = ["*.ts", "*.py"];

function changesText(changes: Iterable<FileChange>): string {
  const side = (path: string | undefined): string => path ?? "-";
  return Array.from(changes, ({ path, before }) => {
    const parents = before.map(({ path: old, hunks }) => {
      const spans = hunks.map((hunk) => `${hunk.oldStart}+${hunk.oldCount}>${hunk.newStart}+${hunk.newCount}`);
      return `${side(old)} [${spans.join(" ")}]`;
    });
    return `${parents.join(" | ")} => ${side(path)}`;
  }).join("\n");
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (error) {
    return (error as GitError).code;
  }
}

test("revision names resolve as in git", async () => {
  const repository = makeRepository();
  const first = repository.commit("one", { "a.ts": "1\n" });
  repository.git("tag", "light");
  repository.git("tag", "-a", "v1.0", "-m", "annotated");
  const second = repository.commit("two", { "a.ts": "2\n" });
  repository.git("branch", "feature/x");
  repository.git("update-ref", "refs/remotes/origin/main", first);
  repository.git("pack-refs", "--all");
  const third = repository.commit("three", { "b.ts": "3\n" });
  await withGit(repository.root, {}, async (git) => {
    expect(git.head()).toBe(third);
    const resolved = async (name: string): Promise<string> => git.resolve(name);
    expect(await resolved("HEAD")).toBe(third);
    expect(await resolved("HEAD~1")).toBe(second);
    expect(await resolved("HEAD~~")).toBe(first);
    expect(await resolved("main^^")).toBe(first);
    expect(await resolved("light")).toBe(first);
    expect(await resolved("v1.0")).toBe(first);
    expect(await resolved("refs/tags/v1.0")).toBe(first);
    expect(await resolved("feature/x")).toBe(second);
    expect(await resolved("origin/main")).toBe(first);
    expect(await resolved(second)).toBe(second);
    expect(await resolved(second.slice(0, 10))).toBe(second);
    expect(await codeOf(resolved("nobody"))).toBe("NOT_FOUND");
    expect(await codeOf(resolved("HEAD~9"))).toBe("NOT_FOUND");
    expect(await codeOf(resolved("f".repeat(40)))).toBe("NOT_FOUND");
    expect(await git.mergeBase(third, first)).toBe(first);
  });
});

test("tips are the commits of tags and branches, packed or not, with tags peeled; links among them are not followed", async () => {
  const repository = makeRepository();
  const commits = ["one", "two", "three", "four", "five"].map((text) => repository.commit(text, { "a.ts": text }));
  repository.git("tag", "-a", "v1", "-m", "annotated", "HEAD~4");
  repository.git("tag", "blob", "HEAD:a.ts");
  repository.git("update-ref", "refs/remotes/origin/feature/x", "HEAD~3");
  repository.git("pack-refs", "--all");
  repository.git("tag", "light", "HEAD~2");
  repository.git("update-ref", "refs/notes/other", "HEAD~1");
  symlinkSync("/", join(repository.root, ".git/refs/tags/root"));
  await withGit(repository.root, {}, async (git) => {
    const [one, two, three, , five] = commits;
    expect([...(await git.tips())].sort()).toEqual([one, two, three, five].sort());
  });
});

const NO_NAMES = [
  "--output=x",
  "-O/tmp/x",
  "--upload-pack=touch x",
  "@",
  "@{1}",
  "HEAD@{yesterday}",
  "HEAD:../../x",
  "HEAD:a.ts",
  "main..HEAD",
  "HEAD^{tree}",
  ":/text",
  "refs/../config",
  "../HEAD",
  "/etc/passwd",
  "a b",
  "a\nb",
  "a\0b",
  "",
  "x.lock",
  ".hidden",
  "a//b",
  "HEAD~99999999",
  "$(touch x)",
  `a${"~".repeat(100)}`,
];

test("options, paths, ranges and other git syntax are refused as revision names", async () => {
  const repository = makeRepository();
  repository.commit("one", { "a.ts": "1\n" });
  await withGit(repository.root, {}, async (git) => {
    for (const name of NO_NAMES) expect.soft(await codeOf(git.resolve(name)), name).toMatch(/^(?:REFUSED|NOT_FOUND)$/);
  });
});

test("a tree lists files, links and submodules, with names of any bytes", async () => {
  const repository = makeRepository();
  repository.write({ "src/a.ts": "a", "src/ü 1.py": "u", "tab\tname.ts": "t" });
  repository.git("add", "-A");
  writeFileSync(Buffer.from(`${repository.root}/bad\u00ff.ts`, "latin1"), "x");
  const commit = repository.commit("names");
  await withGit(repository.root, {}, async (git) => {
    const entries = (await git.tree(commit)).map(({ path, type, isEscaped }) => `${type} ${path} ${isEscaped}`);
    expect(entries.sort()).toEqual([
      "file bad\\xff.ts true",
      "file src/a.ts false",
      "file src/ü 1.py false",
      "file tab\tname.ts false",
    ]);
  });
  await withGit(join(repository.root, "src"), {}, async (git) => {
    expect((await git.tree(commit)).map(({ path }) => path)).toEqual(["a.ts", "ü 1.py"]);
  });
});

test("changes list the changed lines, through renames and merges", async () => {
  const repository = makeRepository();
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`);
  repository.commit("one", { "a.ts": lines(20).join(""), "b.py": "x", "readme.md": "no source" });
  repository.git("checkout", "-q", "-b", "side");
  repository.git("mv", "b.py", "c.py");
  const edited = lines(20).with(2, "three\n");
  const side = repository.commit("side", { "a.ts": edited.join("") });
  repository.git("checkout", "-q", "main");
  const main = repository.commit("main", { "a.ts": lines(20).toSpliced(16, 2, "seventeen\n").join("") });
  repository.git("merge", "-q", "--no-commit", "side");
  const merged = edited.toSpliced(16, 2, "seventeen\n").toSpliced(9, 0, "new 1\n", "new 2\n");
  const merge = repository.commit("merge", { "a.ts": merged.join("") });
  const end = repository.commit("end", { "a.ts": merged.slice(1).join("").trimEnd(), "d.ts": "@@ -1 +1 @@\n-- a\n" });
  await withGit(repository.root, {}, async (git) => {
    const ids = await git.log(end, { maxCommits: 100, sinceSeconds: 0 });
    expect(ids).toHaveLength(5);
    const changes = await git.changes(ids, PATTERNS);
    const text = (id: string) => changesText(changes.get(id) ?? []);
    expect(text(side)).toBe("a.ts [3+1>3+1] => a.ts\nb.py [] => c.py");
    expect(text(main)).toBe("a.ts [17+2>17+1] => a.ts");
    expect(text(merge)).toBe("a.ts [3+1>3+1 10+0>10+2] | a.ts [10+0>10+2 17+2>19+1] => a.ts");
    expect(text(end)).toBe("a.ts [1+1>1+0 21+1>20+1] => a.ts\n- [1+0>1+2] => d.ts");
  });
});

test("a merge that deletes the last lines of a file is parsed", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}\n`);
  for (const { added, kept } of [
    { added: ["last\n"], kept: [] },
    { added: ["last 1\n", "last 2\n", "last 3"], kept: [] },
    { added: ["one\n", "two\n", "three\n"], kept: ["other\n"] },
  ]) {
    const repository = makeRepository();
    repository.commit("base", { "a.ts": lines.join(""), "z.ts": "1\n" });
    repository.git("checkout", "-q", "-b", "side");
    repository.commit("side", { "a.ts": ["side\n", ...lines.slice(1)].join(""), "z.ts": "2\n" });
    repository.git("checkout", "-q", "main");
    repository.commit("ours", { "a.ts": [...lines, ...added].join("") });
    repository.git("merge", "-q", "--no-commit", "side");
    const merge = repository.commit("merge", {
      "a.ts": ["merged\n", ...lines.slice(1), ...kept].join(""),
      "z.ts": "3\n",
    });
    await withGit(repository.root, {}, async (git) => {
      const changes = (await git.changes([merge], PATTERNS)).get(merge) ?? [];
      const gone = `13+${added.length}>13+${kept.length}`;
      const other = kept.length === 0 ? "" : ` 13+0>13+${kept.length}`;
      expect(changesText(changes)).toBe(
        `a.ts [1+1>1+1 ${gone}] | a.ts [1+1>1+1${other}] => a.ts\nz.ts [1+1>1+1] | z.ts [1+1>1+1] => z.ts`,
      );
    });
  }
});

test("a commit message may contain any bytes", async () => {
  const repository = makeRepository();
  repository.write({ "a.ts": "a", message: Buffer.from(`plain\n\n${"long ".repeat(300_000)}`) });
  repository.git("add", "a.ts");
  repository.git("commit", "-q", "-F", "message");
  const tree = repository.git("rev-parse", "HEAD^{tree}");
  const raw = `tree ${tree}\nauthor broken\ncommitter also broken\n\nnul \0 and \xff in it`;
  repository.write({ raw: Buffer.from(raw, "latin1") });
  const odd = repository.git("hash-object", "-t", "commit", "--literally", "-w", "raw");
  await withGit(repository.root, {}, async (git) => {
    const head = git.head() ?? "";
    const [first, second] = await git.commits([head, odd, "0".repeat(40)]);
    expect(first).toMatchObject({ author: "Ada", parents: [] });
    expect(first?.message).toMatch(/^plain\n\nlong /);
    expect(first?.message.length).toBeLessThanOrEqual(4000);
    expect(second).toMatchObject({ message: "nul \0 and \ufffd in it", timeSeconds: 0 });
  });
});

test("blobs are read whole; blobs over the limit are left out", async () => {
  const repository = makeRepository();
  const commit = repository.commit("blobs", { "a.ts": "a\n\nb", "b.ts": "", "c.ts": "x".repeat(5000) });
  await withGit(repository.root, {}, async (git) => {
    const ids = (await git.tree(commit)).map(({ id }) => id);
    const contents: string[] = [];
    for await (const { content } of git.blobs([...ids, "0".repeat(40)], 1000)) contents.push(content.toString());
    expect(contents).toEqual(["a\n\nb", ""]);
  });
});

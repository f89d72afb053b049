import { expect, test } from "vitest";
import { parseShard, readRepositories, selectTargets } from "../../src/sweep/repositories.js";

const all = { firstOnly: false, shard: { index: 1, count: 1 } };

test("the list has at least 150 distinct repositories, half of them Python, with full commit ids", () => {
  const repositories = readRepositories();
  expect(repositories.length).toBeGreaterThanOrEqual(150);
  expect(new Set(repositories.map(({ name }) => name.toLowerCase())).size).toBe(repositories.length);
  const python = repositories.filter(({ language }) => language === "python").length / repositories.length;
  expect(python).toBeGreaterThan(0.4);
  expect(python).toBeLessThan(0.6);
  for (const { name, commits } of repositories) {
    expect(name).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(commits.length).toBeGreaterThan(0);
    expect(new Set(commits).size).toBe(commits.length);
    for (const commit of commits) expect(commit).toMatch(/^[0-9a-f]{40}$/);
  }
});

test("shards are disjoint and cover the selection", () => {
  const repositories = readRepositories();
  const whole = selectTargets(repositories, all);
  const parts = [1, 2, 3].flatMap((index) => selectTargets(repositories, { ...all, shard: { index, count: 3 } }));
  const text = (targets: typeof whole): string[] => targets.map((one) => `${one.repository}@${one.commit}`).sort();
  expect(text(parts)).toEqual(text(whole));
});

test("a quick run takes the first commit of each repository; parts of names select", () => {
  const repositories = readRepositories();
  const quick = selectTargets(repositories, { ...all, firstOnly: true });
  expect(quick.map(({ commit }) => commit)).toEqual(repositories.map(({ commits }) => commits[0]));
  const some = selectTargets(repositories, { ...all, only: ["psf/requests"], firstOnly: true });
  expect(some.map(({ repository }) => repository)).toEqual(["psf/requests"]);
});

test.each(["", "0/3", "4/3", "1", "1/0", "a/b"])("the shard %j is refused", (text) => {
  expect(() => parseShard(text)).toThrow("write k/n");
});

/** Tests of the code-window gate, branch by branch, through the action. */
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

const filler = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, i) => `  step(${i}, "${name}");`).join("\n");

const FILES = {
  "session.ts": `import { step } from "./step";

/** Checks the expiry of a session. */
export function checkExpiry(expiry: number): boolean {
  const late = expiry < 5;
  if (late) {
    step(1, "late");
  }
  return late;
}

export function unrelatedThing(zebra: number): number {
  return zebra;
}

export function sealedThing(zebra: number): number {
  return zebra;
}

export function lonelyThing(zebra: number): number {
  return zebra;
}

export function long(wanted: number): void {
${filler("a", 200)}
  if (inner > 1) {
    step(inner, "inner");
  }
${filler("b", 200)}
  step(200, ending);
}
`,
  "zebra.ts": "export function edited(zebra: number, giraffe: number): number {\n  return zebra;\n}\n",
  "step.ts": "export function step(at: number, name: string): void {}\n",
};

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository(FILES);
});
afterAll(() => repository.remove());

type Answer = Readonly<Record<string, unknown>>;

async function idOf(name: string): Promise<unknown> {
  return (await runAction("symbolGetCard", { symbolRef: { name } }, repository))["symbolId"];
}

async function ask(name: string, args: object): Promise<Answer> {
  const request = {
    symbolId: await idOf(name),
    reason: "why",
    expectedLines: 20,
    identifiersToFind: ["zebra"],
    ...args,
  };
  return runAction("codeNeedWindow", request, repository);
}

function setPolicy(policyPatch: object): Promise<Answer> {
  return runAction("policySet", { policyPatch }, repository);
}

test("a request without identifiers is denied if the policy requires them, and approved otherwise", async () => {
  const refused = await ask("unrelatedThing", { identifiersToFind: [], reason: "unrelatedThing" });
  expect(refused).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining("identifiersToFind is empty"),
    suggestedNextRequest: { identifiersToFind: [expect.any(String)] },
    nextBestAction: { tool: "sdl.code.getSkeleton" },
  });
  await setPolicy({ requireIdentifiers: false });
  expect(await ask("unrelatedThing", { identifiersToFind: [], reason: "unrelatedThing" })).toMatchObject({
    approved: true,
  });
  await setPolicy({ requireIdentifiers: true });
});

test.each([
  [{ expectedLines: 181 }, "maxWindowLines 180", { expectedLines: 180 }],
  [{ maxTokens: 1401 }, "maxWindowTokens 1400", { maxTokens: 1400 }],
])("a request over the policy's limits %o is denied, with the values that fit", async (args, why, suggested) => {
  expect(await ask("checkExpiry", { identifiersToFind: ["expiry"], ...args })).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining(why),
    suggestedNextRequest: suggested,
    nextBestAction: { tool: "sdl.code.getHotPath" },
  });
});

test("a symbol that exceeds the limits is replaced by the block with the identifiers, which the answer states", async () => {
  const answer = await ask("long", { identifiersToFind: ["inner"], reason: "long" });
  expect(answer).toMatchObject({
    approved: true,
    downgradedFrom: "symbol",
    whyApproved: expect.stringContaining("the symbol exceeds the limits, so this is the block"),
    code: '  if (inner > 1) {\n    step(inner, "inner");\n  }',
  });
});

test("a file window that exceeds the limits is replaced by the symbol", async () => {
  const args = { identifiersToFind: ["late"], reason: "checkExpiry", granularity: "fileWindow", expectedLines: 180 };
  const answer = await ask("checkExpiry", { ...args, maxTokens: 100 });
  expect(answer).toMatchObject({ approved: true, downgradedFrom: "fileWindow", range: { startLine: 4, endLine: 10 } });
});

test("if even the block exceeds the limits, the request is denied and the hot path is suggested", async () => {
  const refused = await ask("long", { identifiersToFind: ["wanted", "inner"], reason: "long" });
  expect(refused).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining("even the smallest statement"),
    nextBestAction: { tool: "sdl.code.getHotPath" },
  });
});

test("a request whose identifiers do not occur in the code is denied", async () => {
  expect(await ask("checkExpiry", { identifiersToFind: ["zebra"], reason: "checkExpiry" })).toMatchObject({
    approved: false,
    whyDenied: "none of zebra is an identifier in the symbol",
    nextBestAction: { tool: "sdl.code.getSkeleton" },
  });
});

test("a block is the innermost one around the matches, with its head", async () => {
  const answer = await ask("checkExpiry", { granularity: "block", identifiersToFind: ["step"], reason: "checkExpiry" });
  expect(answer).toMatchObject({
    approved: true,
    code: '  if (late) {\n    step(1, "late");\n  }',
    range: { startLine: 6, endLine: 8 },
  });
});

test("a block that exceeds the limits is replaced by the statement with the identifiers, which the answer states", async () => {
  const answer = await ask("long", { granularity: "block", identifiersToFind: ["ending"], reason: "long" });
  expect(answer).toMatchObject({
    approved: true,
    downgradedFrom: "block",
    whyApproved: expect.stringContaining("the block exceeds the limits, so this is the statement"),
    code: "  step(200, ending);",
  });
});

test("a file window has the requested number of lines around the symbol", async () => {
  const args = { granularity: "fileWindow", expectedLines: 9, identifiersToFind: ["late"], reason: "checkExpiry" };
  expect(await ask("checkExpiry", args)).toMatchObject({ approved: true, range: { startLine: 3, endLine: 11 } });
});

test("a symbol relevant to the reason is approved", async () => {
  const answer = await ask("checkExpiry", {
    identifiersToFind: ["expiry"],
    reason: "how is the expiry of a session checked",
  });
  expect(answer).toMatchObject({ approved: true, whyApproved: expect.stringMatching(/^relevance (1\.00|0\.\d\d)/) });
});

test("without a slice or relevance a request is denied, and approved if the policy does not deny by default", async () => {
  const refused = await ask("lonelyThing", { reason: "qqq" });
  expect(refused).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining("in no live slice"),
    suggestedNextRequest: { sliceContext: { taskText: expect.any(String) } },
    nextBestAction: { tool: "sdl.code.getHotPath" },
  });
  await setPolicy({ defaultDenyRaw: false });
  expect(await ask("sealedThing", { reason: "qqq" })).toMatchObject({
    approved: true,
    whyApproved: "the policy allows raw code by default",
  });
  await setPolicy({ defaultDenyRaw: true });
});

test("break-glass access is granted only if the policy allows it and the log records it", async () => {
  const glass = { reason: "BREAK-GLASS: qqq" };
  expect(await ask("sealedThing", glass)).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining("does not allow break-glass"),
  });
  await setPolicy({ allowBreakGlass: true });
  expect(await ask("sealedThing", glass)).toMatchObject({
    approved: true,
    whyApproved: expect.stringContaining("invokes break-glass"),
  });
  expect(await ask("sealedThing", { reason: "AUDIT: qqq" })).toMatchObject({ approved: true });
  expect(await ask("sealedThing", { reason: "qqqAUDIT:" })).toMatchObject({ approved: false });
  await withoutLog(async () => {
    const unrecorded = {
      code: "policy_denied",
      message: expect.stringMatching(/audit log.*a folder has its path; move/),
    };
    await expect(ask("sealedThing", glass)).rejects.toMatchObject(unrecorded);
    const fitting = { identifiersToFind: ["expiry"], reason: "checkExpiry" };
    await expect(ask("checkExpiry", fitting)).rejects.toMatchObject(unrecorded);
    expect(await ask("sealedThing", {})).toMatchObject({
      approved: false,
      warnings: [expect.stringContaining("the denial was not recorded")],
    });
    await expect(setPolicy({ allowBreakGlass: false })).rejects.toMatchObject(unrecorded);
  });
});

test("every decision is recorded in the log", async () => {
  await ask("sealedThing", {});
  const before = log().length;
  await ask("sealedThing", { reason: "qqq" });
  await ask("checkExpiry", { identifiersToFind: ["expiry"], reason: `checkExpiry token = "${"Zx81Qp77"}Lm"` });
  const [denied, approved] = log()
    .slice(before)
    .map((line) => JSON.parse(line));
  expect(denied).toMatchObject({ event: "window", decision: "denied", step: "default", reason: "qqq" });
  expect(approved).toMatchObject({
    decision: "approved",
    reason: 'checkExpiry token = "*masked***"',
    shown: { granularity: "symbol", lines: 7 },
    previous: denied.hash,
  });
});

test("a symbol in the slice of sliceContext is approved, at the requested granularity", async () => {
  const answer = await ask("edited", {
    reason: "no word of it",
    identifiersToFind: ["zebra", "lion"],
    sliceContext: { editedFiles: ["zebra.ts"], entrySymbols: ["step"] },
  });
  expect(answer).toMatchObject({
    approved: true,
    whyApproved: "the symbol is in the slice of sliceContext",
    code: "export function edited(zebra: number, giraffe: number): number {\n  return zebra;\n}",
    range: { startLine: 1, startCol: 0, endLine: 3, endCol: 1 },
    matchedIdentifiers: ["zebra"],
    missingIdentifiers: ["lion"],
    matchedLineNumbers: [1, 2],
  });
  expect(answer).not.toHaveProperty("downgradedFrom");
});

test("a symbol found by a live slice, also on its frontier, is approved; a symbol of no slice is denied", async () => {
  const asked = { reason: "qqq", identifiersToFind: ["name"] };
  expect(await ask("step", asked)).toMatchObject({ approved: false });
  const build = { editedFiles: ["step.ts"], budget: { maxCards: 1 } };
  const { sliceHandle } = await runAction("sliceBuild", build, repository);
  expect(await ask("step", asked)).toMatchObject({
    approved: true,
    whyApproved: `the symbol is in the slice of ${sliceHandle}`,
  });
  const frontier = await ask("long", { reason: "qqq", granularity: "block", identifiersToFind: ["inner"] });
  expect(frontier).toMatchObject({ approved: true, whyApproved: expect.stringContaining("frontier of the slice of") });
  expect(await ask("step", { ...asked, sliceContext: { sliceHandle: "h_unknown" } })).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining("no live slice has the handle h_unknown, and"),
  });
  const other = await runAction("sliceBuild", { editedFiles: ["session.ts"], budget: { maxCards: 1 } }, repository);
  const context = { sliceHandle: other["sliceHandle"], entrySymbols: ["step"] };
  expect(await ask("edited", { ...asked, identifiersToFind: ["zebra"], sliceContext: context })).toMatchObject({
    approved: false,
    whyDenied: expect.stringContaining(
      `the slice ${other["sliceHandle"]} did not find the symbol, nor did the seeds in sliceContext, and`,
    ),
  });
});

function log(): string[] {
  return readFileSync(join(repository.root, ".sdl", "audit.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
}

/** Puts a folder in the log's place, so that no user can write the log. */
async function withoutLog(work: () => Promise<void>): Promise<void> {
  const path = join(repository.root, ".sdl", "audit.jsonl");
  renameSync(path, `${path}.away`);
  mkdirSync(path);
  try {
    await work();
  } finally {
    rmSync(path, { recursive: true });
    renameSync(`${path}.away`, path);
  }
}

/** Tests of `granularity: block`: for each source, the expected part is between « and », for the identifiers `here` and `there`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

const SOURCES: Readonly<Record<string, string>> = {
  "ts: a statement of a loop in a condition": `
function subject(rows) {
  if (rows) {
«    for (const row of rows) {
      open(row);
      here(row);
    }»
  }
}`,
  "ts: of an if, the branch alone": `
function subject(a) {
«  if (a) {
    here();
    more();
  }» else {
    other();
  }
}`,
  "ts: of an else, the branch alone": `
function subject(a) {
  if (a) {
    other();
  } «else {
    here();
    more();
  }»
}`,
  "ts: of a chain of conditions, one": `
function subject(a, b) {
  if (a) {
    other();
  } else «if (b) {
    here();
  }» else {
    more();
  }
}`,
  "ts: two branches: what holds both": `
function subject(a) {
  begin();
«  if (a) {
    here();
  } else {
    there();
  }»
}`,
  "ts: two statements of one block": `
function subject(a) {
«  while (a) {
    here();
    if (a) {
      there();
    }
  }»
}`,
  "ts: in the head of a block": `
function subject(a) {
  begin();
«  while (here(a)) {
    more();
  }»
}`,
  "ts: a loop whose condition stands behind its body": `
function subject(a) {
«  do {
    here();
  } while (a);»
}`,
  "ts: try, catch and finally are three": `
function subject(a) {
  try {
    other();
  } «catch (error) {
    here(error);
    more();
  }» finally {
    end();
  }
}`,
  "ts: a case of a switch": `
function subject(a) {
  switch (a) {
    case 1:
      other();
«    case 2:
      here();
      more();»
    default:
      end();
  }
}`,
  "ts: a function that is handed over": `
function subject(a) {
  a.forEach(«(one) => {
    begin(one);
    here(one);
  }»);
}`,
  "ts: of the body itself, the whole function": `
«function subject(a) {
  begin();
  here(a);
}»`,
  "ts: without braces": `
function subject(a) {
  begin();
«  while (a) {
    if (a) return here;
    more();
  }»
}`,
  "ts: a member of a class": `
class subject {
  first = 1;
«  second = here»;
  third() {
    more();
  }
}`,
  "ts: a method of a class": `
class subject {
  first = 1;
«  second() {
    begin();
    here();
  }»
}`,
  "ts: a block by itself": `
function subject(a) {
  begin();
«  {
    here();
    more();
  }»
}`,
  "py: a statement of a loop in a condition": `
def subject(rows):
    if rows:
«        for row in rows:
            open(row)
            here(row)»
    return rows`,
  "py: of a condition, one branch": `
def subject(a, b):
    if a:
        other()
«    elif b:
        here()
        more()»
    else:
        end()`,
  "py: try, except and finally are three": `
def subject(a):
    try:
        other()
«    except ValueError:
        here()
        more()»
    finally:
        end()`,
  "py: two branches: what holds both": `
def subject(a):
    begin()
«    if a:
        here()
    else:
        there()»
    return a`,
  "py: in the head of a block": `
def subject(a):
    begin()
«    with here(a) as b:
        more(b)»
    return a`,
  "py: a case": `
def subject(a):
    match a:
        case 1:
            other()
«        case 2:
            here()
            more()»`,
  "py: of the body itself, the whole function": `
«def subject(a):
    begin()
    here(a)»`,
  "py: a member of a class": `
class subject:
    first = 1
«    second = here»

    def third(self):
        more()`,
  "py: a method of a class": `
class subject:
    first = 1

«    def second(self):
        begin()
        here()»`,
};

const CASES = Object.entries(SOURCES).map(([title, source], at) => {
  const marked = source.trimStart();
  const file = `case${at}.${title.startsWith("ts") ? "ts" : "py"}`;
  return { title, file, text: `${marked.replace(/[«»]/g, "")}\n`, block: /«([^»]*)»/.exec(marked)?.[1] ?? "" };
});

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository(Object.fromEntries(CASES.map(({ file, text }) => [file, text])));
  await runAction("policySet", { policyPatch: { defaultDenyRaw: false } }, repository);
});
afterAll(() => repository.remove());

test.each(CASES)("$title", async ({ file, text, block }) => {
  const symbolRef = { name: "subject", file };
  const { symbolId } = await runAction("symbolGetCard", { symbolRef }, repository);
  const identifiersToFind = ["here", "there"].filter((name) => text.includes(name));
  const args = { symbolId, reason: "why", expectedLines: 9, identifiersToFind, granularity: "block" };
  expect(await runAction("codeNeedWindow", args, repository)).toMatchObject({ approved: true, code: block });
});

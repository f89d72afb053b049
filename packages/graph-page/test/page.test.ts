import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { appPage, appPicture, graphPage } from "../src/index.js";
import { generatedPicture } from "../src/testing/index.js";
import { HARD_NAMES, pictureOf } from "./support/small-picture.js";

const MOST_BYTES = 200_000;

test("equal pictures give equal bytes", () => {
  const size = { nodes: 400, edges: 1000, clusters: 9 };
  expect(graphPage(generatedPicture(size))).toBe(graphPage(generatedPicture(size)));
});

test("without data the page is small", () => {
  expect(graphPage(pictureOf([])).length).toBeLessThan(MOST_BYTES);
});

/** Elements with a tag: their attributes and content. */
function elements(html: string, tag: string): { readonly attributes: string; readonly content: string }[] {
  const found = html.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, "g"));
  return [...found].map(([, attributes = "", content = ""]) => ({ attributes, content }));
}

function policyOf(html: string): string {
  return /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("the policy allows the page's own script and style by their hashes, and nothing else", () => {
  const html = graphPage(pictureOf(["a"]));
  const [data, script] = elements(html, "script");
  const [style] = elements(html, "style");
  expect(elements(html, "script")).toHaveLength(2);
  expect(data?.attributes).toContain("application/json");
  expect(policyOf(html).split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hashOf(script?.content ?? "")}`,
    `style-src ${hashOf(style?.content ?? "")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(html).not.toMatch(/ (src|href)="(?!#)/);
  expect(html).not.toMatch(/ (style|on\w+)="/);
  expect(/\beval\(|new Function\(|document\.write/.test(script?.content ?? "")).toBe(false);
});

test("in an editor the policy names the editor's nonce", () => {
  const nonce = "abcdefghijklmnop0123";
  const html = graphPage(pictureOf(["a"]), { editor: { nonce } });
  expect(policyOf(html)).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
  );
  expect(elements(html, "script")[1]?.attributes).toContain(`nonce="${nonce}"`);
  expect(html).not.toContain('id="theme"');
});

test("the page of an app contains no picture, and names the tool that returns one", () => {
  const app = { tool: "sdl_graph_picture", version: "1.2.3" };
  const html = appPage(app);
  const [data, script] = elements(html, "script");
  const [style] = elements(html, "style");
  expect(JSON.parse(data?.content ?? "")).toEqual(app);
  expect(appPage(app)).toBe(html);
  expect(html.length).toBeLessThan(MOST_BYTES);
  expect(policyOf(html).split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hashOf(script?.content ?? "")}`,
    `style-src ${hashOf(style?.content ?? "")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html).not.toContain('id="theme"');
  expect(script?.content).toBe(elements(graphPage(pictureOf([])), "script")[1]?.content);
});

test("an app draws the same data as the page of the picture", () => {
  const picture = pictureOf(["a", "b"], [[0, 1]], { title: "</script>" });
  const own = JSON.parse(elements(graphPage(picture), "script")[0]?.content ?? "");
  expect(appPicture(picture)).toEqual({ ...own, place: "app" });
  expect(() => appPicture(pictureOf(["a"], [[0, 3]]))).toThrow(/edges\[0\]: no node has the id "n3"/);
});

test.each(["", 'a"><script>', "two words", "x".repeat(200)])("a tool called %j is refused", (tool) => {
  expect(() => appPage({ tool, version: "1" })).toThrow(/it must be the name of a tool/);
});

test.each(["", "short", 'a"><script>alert(1)</script>', "x".repeat(300)])("a nonce like %j is refused", (nonce) => {
  expect(() => graphPage(pictureOf([]), { editor: { nonce } })).toThrow(/editor\.nonce must be 16 to 200/);
});

/** The data for the page's script. */
function dataOf(html: string) {
  return JSON.parse(elements(html, "script")[0]?.content ?? "") as {
    readonly title: string;
    readonly nodes: readonly (readonly unknown[])[];
    readonly sources: readonly (readonly unknown[])[];
    readonly startsClosed: boolean;
  };
}

test("names with markup stay data", () => {
  const html = graphPage(
    pictureOf(
      HARD_NAMES.map((name) => ({ name, signature: name, file: name, source: { startLine: 1, text: name } })),
      [],
      {
        title: HARD_NAMES.join(" "),
        repository: HARD_NAMES[0] ?? "",
        notes: HARD_NAMES,
        clusters: [{ label: HARD_NAMES[1] ?? "" }],
      },
    ),
  );
  expect(elements(html, "script")).toHaveLength(2);
  expect(html.toWellFormed()).toBe(html);
  const { nodes, sources } = dataOf(html);
  expect(nodes.map(([name]) => name)).toEqual(HARD_NAMES.map((name) => name.toWellFormed()));
  expect(sources.map(([, , text]) => text)).toEqual(HARD_NAMES.map((name) => name.toWellFormed()));
  const markup = html.slice(html.indexOf("<body"), html.indexOf('<script type="application/json"'));
  expect(markup).not.toMatch(/<(script|!--)/);
});

test("any texts are unchanged in the page's data", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }),
      fc.string({ unit: "binary" }),
      (names, title) => {
        const html = graphPage(pictureOf(names, [], { title }));
        expect(dataOf(html).nodes.map(([name]) => name)).toEqual(names.map((name) => name.toWellFormed()));
        expect(dataOf(html).title).toBe(title.toWellFormed());
        expect(elements(html, "script")).toHaveLength(2);
      },
    ),
    { numRuns: 25 },
  );
});

test("with more than 5,000 symbols, clusters are closed at first", () => {
  const isClosed = (count: number) => dataOf(graphPage(pictureOf(Array(count).fill("a")))).startsClosed;
  expect([isClosed(5000), isClosed(5001)]).toEqual([false, true]);
});

test.each([
  [
    "two nodes of one id",
    pictureOf([{ id: "same" }, { id: "same" }]),
    /nodes\[1\] \("same"\): another node has this id/,
  ],
  ["an edge into nothing", pictureOf(["a"], [[0, 3]]), /edges\[0\]: no node has the id "n3"/],
  ["a cluster that is not there", pictureOf([{ cluster: 7 }]), /cluster is 7, but there are 2 clusters/],
  ["a confidence of 2", pictureOf(["a", "b"], [[0, 1, { confidence: 2 }]]), /confidence is 2; it must be from 0 to 1/],
  ["no confidence", pictureOf(["a", "b"], [[0, 1, { confidence: Number.NaN }]]), /confidence is NaN/],
  ["a line that is none", pictureOf([{ line: -1 }]), /line is -1; it must be a whole number/],
])("%s is refused", (_, picture, message) => {
  expect(() => graphPage(picture)).toThrow(message);
});

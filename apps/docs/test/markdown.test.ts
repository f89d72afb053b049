/** What the site makes of Markdown beyond its generator: drawings in the page, links to files that are no pages. */
import { fileURLToPath } from "node:url";
import { createMarkdownRenderer, disposeMdItInstance } from "vitepress";
import { expect, test } from "vitest";

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));
const PLUGINS = new URL("../.vitepress/markdown/", import.meta.url);

type Plugin = (markdown: unknown, docs: string, files?: string) => void;

/** @param files where the repository's files can be read on the web @param page the page's path in docs/ */
async function render(
  text: string,
  { files, page = "start.md" }: { files?: string; page?: string } = {},
): Promise<string> {
  const { figures } = (await import(new URL("figures.mjs", PLUGINS).href)) as { figures: Plugin };
  const { linksOutOfTheSite } = (await import(new URL("links-out-of-the-site.mjs", PLUGINS).href)) as {
    linksOutOfTheSite: Plugin;
  };
  // It keeps one for the whole process, with its plugins.
  disposeMdItInstance();
  const markdown = await createMarkdownRenderer(DOCS, {
    config: (one) => {
      figures(one, DOCS);
      linksOutOfTheSite(one, DOCS, files);
    },
  });
  return markdown.render(text, { path: `${DOCS}/${page}`, relativePath: page, cleanUrls: false });
}

test("a drawing lies in the page, with what it says and without colours of its own", async () => {
  const html = await render('![A "card" & its parts](images/card.svg)');
  expect(html).toContain('<svg v-pre role="img" aria-label="A &quot;card&quot; &amp; its parts"');
  expect(html).toContain('tabindex="0"');
  expect(html).not.toContain("<style>");
  expect(html).not.toContain("<img");
});

test("other pictures stay files", async () => {
  expect(await render("![The editor](vscode-slice.png)")).toContain('<img src="./vscode-slice.png" alt="The editor"');
});

test("a link to a file of the repository names it, as long as the repository has no place on the web", async () => {
  const html = await render("See [the bench](../bench/README.md#sweep).");
  expect(html).toContain('<span class="in-repository" title="bench/README.md, in the repository">the bench</span>');
});

test("with one it leads there", async () => {
  const html = await render("See [the bench](../bench/README.md#sweep).", {
    files: "https://example.org/sdl/blob/main",
  });
  expect(html).toContain('href="https://example.org/sdl/blob/main/bench/README.md"');
});

test.each([
  "[a](concepts.md)",
  "[a](./concepts.md#card)",
  "[a](#here)",
  "[a](https://example.org/)",
  "[a](github-actions/sdl.yml)",
])("%s stays a link", async (text) => {
  expect(await render(text)).toContain("<a href=");
});

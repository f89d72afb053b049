/** Facts of Astro components. */
import { expect, test } from "vitest";
import { factLines, refsOf } from "./check-container.js";

const PAGE = `---
import Layout from '../layouts/Layout.astro';
import Card from '../components/Card';
export interface Props { title: string; tags?: string[] }
const { title, tags = [] } = Astro.props;
const posts = await getPosts();
if (!posts) return Astro.redirect('/');
function fmt(x: number) { return x }
---
<!doctype html>
<Layout title={title}>
  <h1 class:list={['a']}>{title} it's a "test"</h1>
  {posts.length > 0 && <ul>
    {posts.map((post) => <li><Card post={post} href={\`/x/\${fmt(post.id)}\`} />don't</li>)}
  </ul>}
  {tags ? <><b>x</b></> : <i>none</i>}
  <script>
    import { run } from '../client';
    function start() { run(); }
  </script>
  <Card client:load />
</Layout>
<style>h1 { color: red }</style>
`;

test("the frontmatter and client scripts hold symbols, the type Props the properties", () => {
  expect(factLines("Page.astro", PAGE, ["function", "variable", "interface", "param", "file"])).toEqual([
    "interface Props 4:0-4:57 @4:17 exported exported",
    "variable title 5:6-5:40 @5:8 internal const",
    "variable tags 5:6-5:40 @5:15 internal const",
    "variable posts 6:0-6:31 @6:6 internal const",
    "function fmt 8:0-8:36 @8:9 internal",
    "  param x: number ~ literal:number",
    "function Page 10:0-16:38 @10:0 exported exported,defaultexport",
    "  param title: string",
    "  param tags: string[] = [] [optional]",
    "function start 19:4-19:31 @19:13 internal",
    "file errors=0 lines=24 generated=0",
  ]);
});

test("markup in code in markup uses components and names", () => {
  expect(refsOf("Page.astro", PAGE).filter((ref) => ref.startsWith("Page "))).toEqual([
    "Page tag import:Layout @11:1",
    "Page read symbol:title @11:15",
    "Page read symbol:posts.length @13:9",
    "Page call symbol:posts.map/1 @14:11",
    "Page tag import:Card @14:30",
    "Page call symbol:fmt/1 @14:59",
    "Page accessor local:post.id @14:68",
    "Page read symbol:tags @16:3",
    "Page tag import:Card @21:3",
  ]);
});

test("a file without frontmatter is all markup", () => {
  expect(refsOf("A.astro", "<A/>{run()}")).toEqual(["A tag symbol:A @1:1", "A call global:run/0 @1:5"]);
});

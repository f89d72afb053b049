/**
 * Heading of the page: what the picture shows, its counts, and notes. A page that was made with its picture already has
 * it.
 */
import type { PageData } from "../../page/page-data.js";
import { SUBJECT_WORDS } from "../../page/subject-words.js";
import { counted } from "../picture/words.js";
import { byId, make } from "./dom.js";

/** Writes title, counts and notes into the heading's elements. */
export function fillHeading({ subject, title, repository, nodes, edges, notes }: PageData): void {
  byId("subject").textContent = SUBJECT_WORDS[subject];
  byId("title").textContent = title;
  const counts = [counted(nodes.length, "symbol"), counted(edges.length, "edge")];
  byId("counts").textContent = `${repository} · ${counts.join(", ")}`;
  byId("notes").replaceChildren(...notes.map((note) => make("li", { dir: "auto" }, note)));
  byId("notes").hidden = notes.length === 0;
}

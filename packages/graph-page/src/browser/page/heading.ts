/**
 * Heading of the page: what the picture shows, its counts, and notes. A page that was made with its picture already has
 * it.
 */
import type { PageData } from "../../page/page-data.js";
import { SUBJECT_WORDS } from "../../page/subject-words.js";
import { countWithNoun } from "../picture/words.js";
import { elementById, makeElement } from "./dom.js";

/** Writes title, counts and notes into the heading's elements. */
export function fillHeading({ subject, title, repository, nodes, edges, notes }: PageData): void {
  elementById("subject").textContent = SUBJECT_WORDS[subject];
  elementById("title").textContent = title;
  const counts = [countWithNoun(nodes.length, "symbol"), countWithNoun(edges.length, "edge")];
  elementById("counts").textContent = `${repository} · ${counts.join(", ")}`;
  elementById("notes").replaceChildren(...notes.map((note) => makeElement("li", { dir: "auto" }, note)));
  elementById("notes").hidden = notes.length === 0;
}

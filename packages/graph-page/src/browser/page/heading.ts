/** What the picture is of, how much it shows, and what a reader must know of it. A page that was made with its picture says it already. */
import type { PageData } from "../../page/page-data.js";
import { SUBJECT_WORDS } from "../../page/subject-words.js";
import { counted } from "../picture/words.js";
import { byId, make } from "./dom.js";

export function fillHeading({ subject, title, repository, nodes, edges, notes }: PageData): void {
  byId("subject").textContent = SUBJECT_WORDS[subject];
  byId("title").textContent = title;
  const counts = [counted(nodes.length, "symbol"), counted(edges.length, "edge")];
  byId("counts").textContent = `${repository} · ${counts.join(", ")}`;
  byId("notes").replaceChildren(...notes.map((note) => make("li", { dir: "auto" }, note)));
  byId("notes").hidden = notes.length === 0;
}

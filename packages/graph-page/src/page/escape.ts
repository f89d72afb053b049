/** Escaping of text and data for a page. Pure. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Writes JSON for a script element; no text inside can end the element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === "string" ? one.toWellFormed() : one))
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

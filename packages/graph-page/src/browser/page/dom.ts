/** Helpers that make and find elements. Strings are inserted as text, never as HTML. */

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. Attributes that are false or undefined are left out. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** Makes a button with a label and a click handler. @param children replace the label's text */
export function makeButton(
  label: string,
  onPress: () => void,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const content = children.length === 0 ? [label] : children;
  const element = makeElement("button", { type: "button", ...attributes }, ...content);
  element.addEventListener("click", onPress);
  return element;
}

/** The element with an id. @throws {Error} if the page lacks it */
export function elementById<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element as Type;
}

/** An element with a name of the repository, whose letters may run in either direction. */
export function makeNameElement(text: string, className?: string): HTMLElement {
  return makeElement("bdi", { class: className }, text);
}

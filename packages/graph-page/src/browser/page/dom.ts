/** Makes elements. Text goes in as text only. */

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export function make<Tag extends keyof HTMLElementTagNameMap>(
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

export function button(
  label: string,
  onPress: () => void,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const content = children.length === 0 ? [label] : children;
  const element = make("button", { type: "button", ...attributes }, ...content);
  element.addEventListener("click", onPress);
  return element;
}

/** @throws {Error} where the page lacks it */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element as Type;
}

/** A name of the repository: its letters may run in either direction. */
export function named(text: string, className?: string): HTMLElement {
  return make("bdi", { class: className }, text);
}

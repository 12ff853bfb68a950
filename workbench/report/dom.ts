/**
 * Elements. Texts become text nodes, never HTML.
 * @module
 */

/** An element with attributes and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button. */
export function button(
  text: string,
  press: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const element = h("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", press);
  return element;
}

/** All elements that a selector finds. */
export function find<Found extends Element = HTMLElement>(
  selector: string,
  inside: ParentNode = document,
): Found[] {
  return [...inside.querySelectorAll<Found>(selector)];
}

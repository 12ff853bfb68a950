/**
 * What is in the page.
 * @module
 */

/** All elements that a selector finds. */
export function find<Found extends Element = HTMLElement>(
  selector: string,
  inside: ParentNode = document,
): Found[] {
  return [...inside.querySelectorAll<Found>(selector)];
}

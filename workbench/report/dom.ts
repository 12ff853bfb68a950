/**
 * Finds elements of the page.
 * @module
 */

/** Returns all elements that a selector matches. */
export function find<Found extends Element = HTMLElement>(
  selector: string,
  inside: ParentNode = document,
): Found[] {
  return [...inside.querySelectorAll<Found>(selector)];
}

/**
 * Escapes texts of traces for HTML.
 * @module
 */

import { visible } from "./visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text and makes its control characters visible. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

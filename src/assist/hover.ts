/**
 * Hover: what is known about a word.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { Hover } from "./answers.ts";

/** What is known about the word at an offset; null when there is nothing to say. */
export function hover(_text: string, _offset: number, _catalog: Catalog, _environment: Environment): Hover | null {
  return null;
}

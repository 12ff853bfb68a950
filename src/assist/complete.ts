/**
 * Completion: what may stand at a position.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { Completion } from "./answers.ts";

/** What may stand at an offset, best first. */
export function complete(_text: string, offset: number, _catalog: Catalog, _environment: Environment): Completion {
  return { from: offset, to: offset, items: [], incomplete: false };
}

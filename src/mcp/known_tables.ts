/**
 * The tables and columns that questions may be about.
 * @module
 */

import { SchemaCatalog } from "../engine/schema_catalog.ts";
import type { Session } from "../engine/session.ts";
import type { Catalog } from "../query/analysis/catalog.ts";

/** What is known: of the open traces, or of all formats where none is open. */
export function knownTables(session: Session): Catalog {
  return session.traces.length > 0 ? session.catalog : new SchemaCatalog();
}

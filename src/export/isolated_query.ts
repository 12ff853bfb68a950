/**
 * Options for queries that exporters run themselves.
 * @module
 */

/** Queries of an exporter leave no definitions or results behind. */
export const ISOLATED_QUERY = { alone: true, aside: true };

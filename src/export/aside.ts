/**
 * Options for queries that exporters run themselves.
 * @module
 */

/** Queries of an exporter leave no definitions or results behind. */
export const ASIDE = { alone: true, aside: true };

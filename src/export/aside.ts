/**
 * Queries of exports themselves.
 * @module
 */

/** What is asked to write something changes nothing that queries see. */
export const ASIDE = { alone: true, aside: true };

/**
 * The version of Quarry, for files that say who wrote them: the same as in deno.json, which the library does not carry.
 * @module
 */

/** Major, minor, patch. */
export const VERSION = "1.0.0";

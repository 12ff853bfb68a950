/**
 * The version of Quarry, for files that state their writer. Equal to the one in deno.json, which the library does
 * not contain.
 * @module
 */

/** Major, minor, patch. */
export const VERSION = "1.0.0";

/**
 * The version of Quarry, which files that it writes contain. It equals the version in deno.json, which is not
 * part of the library.
 * @module
 */

/** Major, minor, patch. */
export const VERSION = "1.0.0";

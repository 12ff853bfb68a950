/**
 * Values of JSON as readers build them.
 * @module
 */

/** A value of JSON. Whole numbers beyond 2^53 are bigints, so that no count passes through a double. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

/** An object of JSON. */
export type JsonObject = Map<string, Json>;

/**
 * JSON values as the readers build them.
 * @module
 */

/** A JSON value. Whole numbers beyond 2^53 are bigints, so that counts stay exact. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = Map<string, Json>;

/**
 * A row of a table about a program.
 * @module
 */

/** Cells, in the order of the columns. */
export type TableRow = readonly (string | bigint | boolean | null)[];

/**
 * Columns of small numbers: lines and threads. Files store them as signed integers although they are
 * unsigned: engines without unsigned 64-bit numbers turn those into 20-digit decimals. The rule looks only at
 * names, so that all files of a dataset agree; a file with a number that does not fit keeps the unsigned
 * type.
 * @module
 */

const SMALL = /(?:^|[._])(?:line|thread)$/;

/** Whether a column of this name holds small numbers. */
export function hasSmallNumbers(name: string): boolean {
  return SMALL.test(name);
}

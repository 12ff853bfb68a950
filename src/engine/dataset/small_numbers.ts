/**
 * Columns of small numbers: lines and threads. Files store them as signed integers although they are
 * unsigned, because engines without unsigned 64-bit numbers would convert them to 20-digit decimals. The rule
 * looks only at names, so that all files of a dataset agree; a file with a number that does not fit keeps the
 * unsigned type.
 * @module
 */

const SMALL = /(?:^|[._])(?:line|thread)$/;

/** Whether a column with this name contains small numbers. */
export function hasSmallNumbers(name: string): boolean {
  return SMALL.test(name);
}

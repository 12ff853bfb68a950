/**
 * Columns whose numbers are small: of lines and threads. In files they have a sign, though their numbers have
 * none: engines without unsigned numbers of 64 bits make decimals of 20 digits of those. The rule is one of names, so that
 * all files of a dataset agree; only a file with a number that does not fit keeps the type without a sign.
 * @module
 */

const SMALL = /(?:^|[._])(?:line|thread)$/;

/** Whether a column of this name is one of them. */
export function hasSmallNumbers(name: string): boolean {
  return SMALL.test(name);
}

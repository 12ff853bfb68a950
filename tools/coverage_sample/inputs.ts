/**
 * What the program of the sample reads, by the name of the trace.
 * @module
 */

/** Contents of the input file; null = there is none. */
export const INPUTS: Readonly<Record<string, string | null>> = {
  // The program does not ask whether the file is there, and dies.
  missing: null,
  // A test for odd input, which has no word.
  numbers: "1914 1918\n1939 1945\n",
  words: "the cat sat on the mat; the mat was flat\n",
};

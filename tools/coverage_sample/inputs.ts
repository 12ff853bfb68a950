/**
 * Inputs of the sample's program, by the name of the trace.
 * @module
 */

/** Contents of the input file; null if there is none. */
export const INPUTS: Readonly<Record<string, string | null>> = {
  // The program does not check whether the file exists, and crashes.
  missing: null,
  // A test with odd input, without any words.
  numbers: "1914 1918\n1939 1945\n",
  words: "the cat sat on the mat; the mat was flat\n",
};

/**
 * Coverage files that tell lines of sources: lcov's `.info`, and what other tools write that says the same. Each syntax
 * is recognized by its first bytes.
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "lcov";

/** The byte order mark of UTF-8. */
export const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** How a file is written. */
export type Syntax = "info" | "gcov" | "coverage-py" | "llvm" | "cobertura";

/** Tags of lcov's files, also those of newer releases than the one that a file is of. */
const TAG = /^(?:TN|SF|VER|FN|FNDA|FNL|FNA|FNF|FNH|BRDA|BRF|BRH|MCDC|MCF|MCH|DA|LF|LH):|^end_of_record$/;

/** What tells the JSON of each tool. */
const JSON_MARKS: readonly (readonly [Syntax, RegExp])[] = [
  ["gcov", /"gcc_version"\s*:/],
  ["coverage-py", /^\s*\{\s*"meta"\s*:\s*\{[^{}]*"(?:branch_coverage|show_contexts)"\s*:/],
  ["llvm", /"llvm\.coverage\.json\.export"|^\s*\{\s*"data"\s*:\s*\[\s*\{\s*"(?:files|functions)"\s*:/],
];

const COBERTURA =
  /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[^>]*-->\s*|<!DOCTYPE(?:[^>[\]]|\[[^\]]*\])*>\s*)*<coverage[\s>]/;

/** The syntax of a stream that begins so. */
export function syntaxOf(head: Uint8Array): Syntax | undefined {
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => head[at] === byte);
  const text = new TextDecoder("latin1").decode(isMarked ? head.subarray(BYTE_ORDER_MARK.length) : head);
  const first = text.trimStart()[0];
  if (first === "{") return JSON_MARKS.find(([, mark]) => mark.test(text))?.[0];
  if (first === "<") return COBERTURA.test(text) ? "cobertura" : undefined;
  return beginsAsInfo(text) ? "info" : undefined;
}

/** Only known tags up to the first source file; lcov skips blank lines and comments. */
function beginsAsInfo(text: string): boolean {
  for (const line of text.split("\n")) {
    if (line.startsWith("SF:")) return true;
    const said = line.replace(/\r$/, "");
    if (said !== "" && !said.startsWith("#") && !TAG.test(said)) return false;
  }
  return false;
}

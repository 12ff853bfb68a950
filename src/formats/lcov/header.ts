/**
 * Coverage files with counts per source line: lcov's `.info`, and files of other tools with similar content.
 * Each syntax is recognized by its first bytes.
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "lcov";

/** The byte order mark of UTF-8. */
export const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** The syntax of a coverage file. */
export type Syntax = "info" | "gcov" | "coverage-py" | "llvm" | "cobertura";

/** Tags of lcov's records, including tags from newer releases. */
const TAG = /^(?:TN|SF|VER|FN|FNDA|FNL|FNA|FNF|FNH|BRDA|BRF|BRH|MCDC|MCF|MCH|DA|LF|LH):|^end_of_record$/;

/** Patterns that identify the JSON of each tool. */
const JSON_MARKS: readonly (readonly [Syntax, RegExp])[] = [
  ["gcov", /"gcc_version"\s*:/],
  ["coverage-py", /^\s*\{\s*"meta"\s*:\s*\{[^{}]*"(?:branch_coverage|show_contexts)"\s*:/],
  ["llvm", /"llvm\.coverage\.json\.export"|^\s*\{\s*"data"\s*:\s*\[\s*\{\s*"(?:files|functions)"\s*:/],
];

/** The root element of Clover and SonarQube has this name too, but contains other elements. */
const COBERTURA =
  /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[^>]*-->\s*|<!DOCTYPE(?:[^>[\]]|\[[^\]]*\])*>\s*)*<coverage(?![^>]*>\s*<(?:project|file)\b)[\s>]/;

/** Detects the syntax of a stream from its first bytes. */
export function syntaxOf(head: Uint8Array): Syntax | undefined {
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => head[at] === byte);
  const text = new TextDecoder("latin1").decode(isMarked ? head.subarray(BYTE_ORDER_MARK.length) : head);
  const first = text.trimStart()[0];
  if (first === "{") return JSON_MARKS.find(([, mark]) => mark.test(text))?.[0];
  if (first === "<") return COBERTURA.test(text) ? "cobertura" : undefined;
  return beginsAsInfo(text) ? "info" : undefined;
}

/** Returns whether only known tags come before the first source file; lcov skips blank lines and comments. */
function beginsAsInfo(text: string): boolean {
  for (const line of text.split("\n")) {
    if (line.startsWith("SF:")) return true;
    const said = line.replace(/\r$/, "");
    if (said !== "" && !said.startsWith("#") && !TAG.test(said)) return false;
  }
  return false;
}

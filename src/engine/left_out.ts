/**
 * Text about leaks that suppression files leave out.
 * @module
 */

import { bytesOf, countOf, listOf } from "../base/amount_text.ts";
import { printString } from "../query/syntax/print_expression.ts";
import type { LeftOut } from "../base/left_out.ts";

/** Describes how many leaks were left out, by which files, and how to see them. */
export function leftOutText({ count, bytes, files }: LeftOut): string {
  const names = listOf(files.map((each) => each === "known" ? "the built-in list" : printString(each)));
  return `${countOf(count, "leak")} of ${
    bytesOf(bytes)
  } left out, known to ${names}; see: leaks | by suppressed`;
}

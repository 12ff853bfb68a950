/**
 * Files that a script names: definitions and suppressions.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { parseScript } from "../language/script.ts";
import { cachedPerPart } from "./text_parts.ts";

/** A file that a script names, with its position. */
interface NamedFile {
  /** The span between the quotes. */
  readonly span: Span;
  readonly path: string;
}

/** The name of a built-in list. */
const BUILT_IN = "known";

const filesOf = cachedPerPart((text) =>
  parseScript(text).script.statements.flatMap((statement): NamedFile[] => {
    if (statement.kind !== "use" && statement.kind !== "suppress") return [];
    const { span: { start, end }, value: path } = statement.path;
    const isFile = path !== "" && end - start >= 2 && !(statement.kind === "suppress" && path === BUILT_IN);
    return isFile ? [{ span: { start: start + 1, end: end - 1 }, path }] : [];
  })
);

/** All file names in a script, in order. */
export function namedFiles(text: string): NamedFile[] {
  return filesOf(text).flatMap(([by, files]) =>
    files.map(({ span, path }) => ({ span: { start: span.start + by, end: span.end + by }, path }))
  );
}

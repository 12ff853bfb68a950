/**
 * Finds the files to query: named ones, those below folders, and those that match a pattern.
 * @module
 */

import { InputError } from "../../base/errors.ts";
import { escapeRegex } from "../../patterns/escape_regex.ts";
import { distinctTraces, findTraces, type FoundTrace } from "../find_traces.ts";
import type { CliHost } from "../host.ts";
import { expandLists, NAMED_OPERAND } from "../trace_operands.ts";

/** Characters that make an operand a pattern, unless a file of that name exists. */
const PATTERN = /[*?[]/;

/** The files of a command line, in its order. Throws `InputError` for a pattern that no file matches. */
export async function namedFiles(
  host: Pick<CliHost, "exists" | "readTextFile">,
  operands: readonly string[],
): Promise<FoundTrace[]> {
  const expanded = (await expandLists(host, operands)).flatMap((operand) =>
    PATTERN.test(operand) && !host.exists(operand) && !NAMED_OPERAND.test(operand)
      ? matches(host, operand)
      : [operand]
  );
  return distinctTraces(host, [...new Set(expanded)]);
}

/**
 * Yields the files that match a pattern: `*` and `?` match anything but a slash, `**` matches folders too.
 */
function matches(host: Pick<CliHost, "exists">, pattern: string): string[] {
  const fixed = pattern.slice(0, pattern.lastIndexOf("/", pattern.search(PATTERN)) + 1);
  const test = patternTest(pattern);
  const found = findTraces(host, [fixed === "" ? "." : fixed])
    .map(({ path }) => fixed === "" ? path.slice("./".length) : path)
    .filter((path) => test.test(path));
  if (found.length === 0) throw new InputError(`No file is called ${pattern}`, pattern, "missing");
  return found;
}

function patternTest(pattern: string): RegExp {
  const text = pattern.replace(
    /\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|[^]/g,
    (piece) => {
      if (piece === "**/") return "(?:.*/)?";
      if (piece === "**") return ".*";
      if (piece === "*") return "[^/]*";
      if (piece === "?") return "[^/]";
      if (piece.length > 1) return piece.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
      return escapeRegex(piece);
    },
  );
  return new RegExp(`^${text}$`, "u");
}

/**
 * Explains the codes in the table `problems`: their causes, and what to do about them. What was found and how
 * it was handled is in the rows of the table.
 * @module
 */

import { PROBLEM, type ProblemFamily } from "../../formats/problem_family.ts";
import { formats } from "../../formats/registry.ts";
import type { HelpEntry } from "./entry.ts";
import { nameList, section, wordList, wrap } from "./layout.ts";

/** Causes that several formats share. */
const GENERAL: readonly ProblemFamily[] = [
  {
    title: PROBLEM.cut,
    codes: ["cut-record", "cut-container"],
    cause: "The program was killed or crashed while writing, the disk was full, or the copy is incomplete",
    cure: "Everything before the end is kept and correct. Copy the file again, or let the program finish",
  },
  {
    title: PROBLEM.unended,
    codes: [],
    cause: "The program did not exit normally, or is still running",
    cure: "Everything written so far is kept. Blocks that look leaked may just not be freed yet",
  },
  {
    title: PROBLEM.trailing,
    codes: ["trailing-bytes", "data-after-end"],
    cause: "Something was appended: a log, padding, or a part that a forked process wrote twice",
    cure: "Nothing, unless you need it: then cut the file at the offset and open the rest separately",
  },
  {
    title: "Memory is full",
    codes: ["memory-full"],
    cause:
      "The columns of the trace need more memory than there is, and Quarry may not write a file for them; or " +
      "one record, or all names together, would take more than --memory leaves",
    cure:
      "Let Quarry write to its cache folder (deno run -A): then columns spill to disk; or raise the limit with " +
      "--memory",
  },
  {
    title: "Too many traces in one file",
    codes: ["too-many-traces"],
    cause: "Many traces were joined into one file, or other bytes look like headers of traces",
    cure: "Cut the file at the offset and open the pieces together under names",
  },
  {
    title: "The compressed data is damaged",
    codes: ["damaged-container", "bad-checksum", "bad-chunk"],
    cause: "The compressed bytes were changed: by a transfer as text, or a bad disk",
    cure: "Copy the file again in binary mode and compare checksums; everything decoded before is kept",
  },
  {
    title: "A free without its allocation",
    codes: ["unmatched-free", "unknown-index", "already-freed", "free-of-null"],
    cause:
      "The block was allocated before tracing began or by untraced code, it was freed before, or it is a free " +
      "of null, which is allowed",
    cure: "events | where kind == free and alloc is null shows them; already-freed is a bug in the program",
  },
  {
    title: "Two allocations of one resource",
    codes: ["double-allocation"],
    cause: "A resource was allocated while it was live: its free was not traced",
    cure: "allocs | where replaced is not null shows the earlier ones; they may not be leaks",
  },
  {
    title: PROBLEM.number,
    codes: ["number-overflow", "bad-number"],
    cause: "The program used such a number, such as a size of -1, or the bytes are damaged",
    cure: "Look at the record that the row names; many such rows close together mean damage",
  },
  {
    title: PROBLEM.version,
    codes: ["newer-version", "unlikely-format"],
    cause: "The tracer is older or newer than those that Quarry knows, or --format names another format",
    cure: "Compare a few rows with what the original tool prints; leave out --format",
  },
  {
    title: PROBLEM.meaningless,
    codes: ["unknown-line", "long-line"],
    cause: "The file is damaged at the offset, or written by something newer",
    cure: "An error ends the trace there, a warning does not: compare the counts with what you expect",
  },
  {
    title: PROBLEM.order,
    codes: ["clock-wrapped"],
    cause: "Threads wrote at the same time, the clock passed midnight, or a part of the file was cut out",
    cure: "Nothing, if there are few; --file-order keeps the order of an sp-rtrace trace",
  },
  {
    title: PROBLEM.names,
    codes: ["undefined-name"],
    cause: "A name or a date is used before or without its definition, or defined twice",
    cure: "The rows are kept; the name may be missing or be that of the first definition",
  },
  {
    title: "Line tables that cannot be read",
    codes: ["line-section", "line-unit", "line-version", "line-end", "line-file", "line-names"],
    cause: "The debugging information of the program is damaged, cut, or of an unknown kind",
    cure: "Compile with -g and DWARF version 2 to 5; addresses and functions work without lines",
  },
];

/** All families of problem codes: those shared by formats, then those of a single format. */
async function problemFamilies(): Promise<ProblemFamily[]> {
  const added = (await Promise.all(formats.map(({ problems }) => problems?.() ?? []))).flat();
  const own = added.filter((each): each is ProblemFamily => "cause" in each);
  return [...GENERAL, ...own].map((family) => ({
    ...family,
    codes: [
      ...family.codes,
      ...added.flatMap((each) => "cause" in each || each.title !== family.title ? [] : each.codes),
    ],
  }));
}

/** Help on each problem code. */
export async function problemEntries(): Promise<HelpEntry[]> {
  return (await problemFamilies()).flatMap(({ title, codes, cause, cure }) =>
    codes.map((name) => ({
      kind: "problem with a file",
      name,
      usage: `${name}: ${title}`,
      summary: cause,
      more: () => section("What to do", wrap(cure, 2)),
    }))
  );
}

/** The page about problem codes. */
export async function problemsPage(title: string): Promise<string> {
  return `${title}:\n` +
    (await problemFamilies()).map(({ title, codes, cause, cure }) =>
      `\n${title}\n${wordList(codes)}${nameList([["why", cause], ["do", cure]])}`
    )
      .join("") +
    "\n" +
    wrap(
      "error: data is missing; warning: unusual but read; note: worth knowing. The table problems has one row for each, with " +
        "byte offset, record number, what was found and how it was handled.",
    );
}

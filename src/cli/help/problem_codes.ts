/**
 * What the codes in the table `problems` mean: why it comes to that, and what to do. What was found and how it was
 * handled, each row says itself.
 * @module
 */

import type { HelpEntry } from "./entry.ts";
import { nameList, section, wordList, wrap } from "./layout.ts";

/** Codes with one cause and one cure. */
interface ProblemFamily {
  readonly title: string;
  readonly codes: readonly string[];
  readonly cause: string;
  readonly cure: string;
}

const FAMILIES: readonly ProblemFamily[] = [
  {
    title: "The file ends too early",
    codes: [
      "cut-record",
      "cut-section",
      "cut-info",
      "cut-header",
      "cut-data",
      "cut-padding",
      "cut-base64",
      "cut-container",
      "no-final-newline",
      "short-packet",
    ],
    cause: "The program was killed or crashed while writing, the disk was full, or the copy is incomplete",
    cure: "Everything before the end is kept and correct. Copy the file again, or let the program finish",
  },
  {
    title: "The end mark is missing",
    codes: ["missing-trailer", "half-trailer", "incomplete-calls", "no-entries", "empty-stream"],
    cause: "The program did not exit normally, or is still running",
    cure: "Everything written so far is kept. Blocks that look leaked may just not be freed yet",
  },
  {
    title: "Data follows the end of the trace",
    codes: ["trailing-bytes", "stray-bytes", "data-after-end", "repeated-prefix"],
    cause: "Something was appended: a log, padding, or a part that a forked process wrote twice",
    cure: "Nothing, unless you need it: then cut the file at the offset and open the rest separately",
  },
  {
    title: "Memory is full",
    codes: ["memory-full"],
    cause:
      "The columns of the trace need more memory than there is, and Quarry may not write a file for them",
    cure: "Let Quarry write to its cache folder (deno run -A): then columns wait in a file",
  },
  {
    title: "Too many traces in one file",
    codes: ["too-many-traces"],
    cause: "Many traces were joined into one file, or bytes only look like headers of traces",
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
    title: "An impossible number",
    codes: [
      "number-overflow",
      "bad-number",
      "negative-size",
      "large-size",
      "bad-enumeration",
      "bad-bits",
      "odd-op",
      "odd-type-number",
      "empty-entry",
      "wrapped-range",
    ],
    cause: "The program passed such a number, such as a size of -1, or the bytes are damaged",
    cure: "Look at the record that the row names; many such rows close together mean damage",
  },
  {
    title: "An unknown version, or not the one that the file claims",
    codes: [
      "newer-version",
      "unknown-version",
      "old-version",
      "unexpected-realloc",
      "early-source-fields",
      "unlikely-format",
    ],
    cause: "The tracer is older or newer than those that Quarry knows, or --format names another format",
    cure: "Compare a few rows with what the original tool prints; leave out --format",
  },
  {
    title: "Bytes without meaning",
    codes: [
      "unknown-event",
      "unknown-detail",
      "unknown-value",
      "unknown-frame-part",
      "unknown-record",
      "unknown-tag",
      "unknown-kind",
      "unknown-special",
      "unknown-packet",
      "unknown-line",
      "lost-packets",
      "overlong-record",
      "event-too-long",
      "too-many-open-calls",
      "too-many-threads",
      "too-many-signatures",
      "too-many-objects",
      "undeclared-argument",
      "long-backtrace",
      "too-many-infos",
      "unreadable-trace",
      "bad-header",
      "bad-magic",
      "bad-endianness",
      "bad-alignment",
      "bad-encoding",
      "bad-padding",
      "bad-end-tag",
      "bad-base64",
      "bad-pc-size",
      "long-info",
      "long-line",
    ],
    cause: "The file is damaged at the offset, or written by something newer",
    cure: "An error ends the trace there, a warning does not: compare the counts with what you expect",
  },
  {
    title: "Records out of place",
    codes: [
      "out-of-order",
      "clock-wrapped",
      "late-call",
      "stray-leave",
      "late-type",
      "missing-header",
      "no-info-section",
      "map-after-infos",
      "frame-without-call",
      "argument-without-call",
    ],
    cause: "Threads wrote at the same time, the clock passed midnight, or a part of the file was cut out",
    cure: "Nothing, if there are few; --file-order keeps the order of an sp-rtrace trace",
  },
  {
    title: "Timestamps with more decimals than usual",
    codes: ["fine-time", "cut-time"],
    cause:
      "The tools of sp-rtrace write milliseconds, with three digits; something else wrote this trace, such as a " +
      "program that follows the public description, which has microseconds",
    cure: "The column time is exact to the nanosecond; compare a timestamp of the file with it",
  },
  {
    title: "Names that do not fit",
    codes: [
      "undefined-name",
      "name-slot",
      "unregistered-type",
      "repeated-type",
      "symbol-name",
      "bad-date",
      "swapped-date",
    ],
    cause: "A name or a date is used before or without its definition, or defined twice",
    cure: "The rows are kept; the name may be missing or be that of the first definition",
  },
  {
    title: "Code addresses that do not fit",
    codes: [
      "no-load-address",
      "zero-load-address",
      "repeated-load-address",
      "unexpected-load-address",
      "early-special",
      "module-overlap",
      "unmatched-unload",
      "incomplete-module-load",
      "empty-module",
      "too-many-modules",
      "too-many-entries",
      "machine-differs",
      "unit-mismatch",
    ],
    cause: "What the trace says about where code was loaded is incomplete or contradicts itself",
    cure: "Addresses may stand as they are in the file: compare with quarry as gnatcov dump-trace-raw",
  },
  {
    title: "A profile that contradicts itself",
    codes: [
      "count-exceeds-file",
      "impossible-count",
      "damaged-section",
      "site-index",
      "site-parent",
      "site-record",
      "site-symbol",
      "record-sites",
      "record-index",
      "records-exceed-bins",
      "freed-exceeds-allocated",
      "deep-stacks",
    ],
    cause: "Sections of the profile do not agree: damage, or a profile written while the program ran",
    cure:
      "Compare the sums over bins and over profile to see which part is complete; a trace of the same run has both",
  },
  {
    title: "Line tables that cannot be read",
    codes: ["line-section", "line-unit", "line-version", "line-end", "line-file", "line-names"],
    cause: "The debugging information of the program is damaged, cut, or of an unknown kind",
    cure: "Compile with -g and DWARF version 2 to 5; addresses and functions work without lines",
  },
];

/** Codes of problems with files. */
export function problemEntries(): HelpEntry[] {
  return FAMILIES.flatMap(({ title, codes, cause, cure }) =>
    codes.map((name) => ({
      kind: "problem with a file",
      name,
      usage: `${name}: ${title}`,
      summary: cause,
      more: () => section("What to do", wrap(cure, 2)),
    }))
  );
}

/** The page. */
export function problemsPage(title: string): string {
  return `${title}:\n` +
    FAMILIES.map(({ title, codes, cause, cure }) =>
      `\n${title}\n${wordList(codes)}${nameList([["why", cause], ["do", cure]])}`
    )
      .join("") +
    "\n" +
    wrap(
      "error: data is missing; warning: odd but read; note: worth knowing. The table problems has one row for each, with " +
        "byte offset, record number, what was found and how it was handled.",
    );
}

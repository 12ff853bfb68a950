/**
 * Why traces of a format lack what people filter by, and what they have instead.
 * @module
 */

/** Columns of source positions. */
const POSITIONS = ["func", "file", "line"];

/** Words by column, by format. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mtrc: {
    thread: "mpatrol before 1.4.5 kept neither threads nor source positions",
    ...each(POSITIONS, "only code compiled with mpatrol.h has source positions, from mpatrol 1.4.5 on"),
    time: "mpatrol counts events and keeps no clock: no, life",
    stack: "tracing files have no backtraces: the profile of the same run has call sites",
  },
  mptl: {
    thread: "a profile counts by place: the tracing file of the same run has threads",
    ...each(["file", "line"], "a profile names functions and addresses: func, addr"),
    size: "a profile counts by size class: small_allocs to xlarge_allocs, and the table bins by size",
    time: "a profile has totals and no clock",
  },
  gnatcov: {
    thread: "coverage traces do not tell threads apart",
    func: "functions are known once the program is at hand: --exec FILE",
    ...each(
      ["file", "line"],
      "source positions are known once the program with its lines is at hand: --exec FILE",
    ),
    time: "coverage traces have no clock: seq is the order",
  },
  "gnatcov-src": {
    file: "source files are in the column unit",
    ...each(["thread", "size", "addr"], "a source trace has bits of units: unit, kind, bits, bits_set"),
  },
  apitrace: {
    ...each(["file", "line"], "only backtraces of the recording tell source positions"),
    addr: "only calls that map or allocate memory have an address",
    time: "recordings have no clock: no, frame",
  },
  "sp-rtrace": {
    thread: "sp-rtrace does not record threads",
    func: "functions stand in resolved reports; --sysroot / names them by the programs of this machine",
    ...each(["file", "line"], "source positions stand in reports that sp-rtrace-resolve has gone over"),
  },
};

const ALIKE: Readonly<Record<string, string>> = { "sp-rtrace-bin": "sp-rtrace" };

function each(columns: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}

/** Why traces of some formats have no value in a column; undefined when nobody knows, or the reasons differ. */
export function absenceReason(formats: Iterable<string>, column: string): string | undefined {
  const name = column.startsWith("free.") ? column.slice("free.".length) : column;
  const reasons = new Set<string | undefined>();
  for (const format of formats) reasons.add(REASONS[ALIKE[format] ?? format]?.[name]);
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

/**
 * Why traces of a format lack what people filter by, and what they have instead.
 * @module
 */

/** Columns of source positions. */
const POSITIONS = ["func", "file", "line"];

/** Words by column, by format. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mtrc: {
    thread: "mpatrol before 1.4.5 records neither threads nor source positions",
    ...each(POSITIONS, "only code compiled with mpatrol.h has source positions, from mpatrol 1.4.5 on"),
    time: "mpatrol counts events and has no clock: use no, life",
    stack: "mtrc traces have no backtraces: a profile of the same run has call sites",
  },
  mptl: {
    thread: "a profile counts by place: an mtrc trace of the same run has threads",
    ...each(["file", "line"], "a profile has functions and addresses: use func, addr"),
    size: "a profile counts by size class: use small_allocs to xlarge_allocs, or the table bins",
    time: "a profile has totals, but no clock",
  },
  gnatcov: {
    thread: "coverage traces have no threads",
    func: "functions come from the program: --exec FILE",
    ...each(
      ["file", "line"],
      "source positions come from the program, compiled with -g: --exec FILE",
    ),
    time: "coverage traces have no clock: use seq",
  },
  "gnatcov-src": {
    file: "use the column unit for source files",
    ...each(["thread", "size", "addr"], "a source trace has bits of units: use unit, kind, bits, bits_set"),
  },
  apitrace: {
    ...each(["file", "line"], "only backtraces have source positions"),
    addr: "only calls that map or allocate memory have an address",
    time: "apitrace records no times: use no, frame",
  },
  "sp-rtrace": {
    thread: "sp-rtrace does not record threads",
    func: "only resolved traces have functions; --sysroot / resolves them with this machine's programs",
    ...each(["file", "line"], "only traces resolved with sp-rtrace-resolve have source positions"),
  },
};

const ALIKE: Readonly<Record<string, string>> = { "sp-rtrace-bin": "sp-rtrace" };

function each(columns: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}

/** Why traces of some formats have no value in a column; undefined when unknown, or the reasons differ. */
export function absenceReason(formats: Iterable<string>, column: string): string | undefined {
  const name = column.startsWith("free.") ? column.slice("free.".length) : column;
  const reasons = new Set<string | undefined>();
  for (const format of formats) reasons.add(REASONS[ALIKE[format] ?? format]?.[name]);
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

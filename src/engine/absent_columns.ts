/**
 * Why traces of a format lack what people filter by, and what they have instead.
 * @module
 */

/** Columns of source positions. */
const POSITIONS = ["func", "file", "line"];

/** Words by column, by format. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mtrc: {
    thread: "the program ran with an mpatrol library without thread support",
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

/** Words by format for versions that could not have the column: those below a version. */
const TOO_OLD: Readonly<
  Record<string, { readonly below: string; readonly reasons: Readonly<Record<string, string>> }>
> = {
  mtrc: {
    below: "1.4.5",
    reasons: each(
      ["thread", ...POSITIONS],
      "mpatrol before 1.4.5 records neither threads nor source positions",
    ),
  },
};

const ALIKE: Readonly<Record<string, string>> = { "sp-rtrace-bin": "sp-rtrace" };

function each(columns: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}

/** What is asked of a trace here. */
interface Origin {
  readonly format: string;
  /** Version of what wrote it, in numbers with dots. */
  readonly version: string;
}

/** Whether a version such as `1.4.4` is below another one; what is no version is not. */
function isBelow(version: string, other: string): boolean {
  const [left, right] = [version, other].map((each) => each.split(".").map(Number));
  if (left!.some(Number.isNaN)) return false;
  const at = right!.findIndex((part, index) => (left![index] ?? 0) !== part);
  return at >= 0 && (left![at] ?? 0) < right![at]!;
}

/** Why some traces have no value in a column; undefined when unknown, or the reasons differ. */
export function absenceReason(origins: Iterable<Origin>, column: string): string | undefined {
  const name = column.startsWith("free.") ? column.slice("free.".length) : column;
  const reasons = new Set<string | undefined>();
  for (const { format, version } of origins) {
    const old = TOO_OLD[format];
    const isOld = old !== undefined && isBelow(version, old.below);
    reasons.add((isOld ? old.reasons[name] : undefined) ?? REASONS[ALIKE[format] ?? format]?.[name]);
  }
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

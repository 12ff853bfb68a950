/** The four most common filters, on every format and table that has them: thread, file, size, address range. */
import { assert, assertEquals } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { formats } from "../../src/formats/registry.ts";
import { Random } from "../support/random.ts";
import { ask, openSamples } from "../conformance/opened.ts";
import { conformanceOf } from "../conformance/profile.ts";
import { samplesOf, someSamples } from "../conformance/samples.ts";
import { assertRows, type Plain, plain, spelled } from "../conformance/slow_reference.ts";
import { atFullEffort, byEffort, entriesOf, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";

type Row = ReadonlyMap<string, Plain>;

/** A filter as text, and as a function. */
interface Filter {
  readonly texts: readonly string[];
  passes(row: Row): boolean;
}

type Present = Exclude<Plain, null>;

function presentValues(rows: readonly Row[], column: string): Present[] {
  return [...new Set(rows.map((row) => row.get(column) ?? null).filter((value) => value !== null))];
}

/** `thread:V` and `thread == V`. */
function threadFilters(rows: readonly Row[], column: string, random: Random): Filter[] {
  const values = presentValues(rows, column);
  const some = values.length === 0 ? [] : [random.pick(values), random.pick(values)];
  return some.map((value) => ({
    texts: [`${column}:${value}`, `${column} == ${value}`, `${column} in {${value}}`],
    passes: (row) => row.get(column) === value,
  }));
}

/** Globs over paths, implemented separately: without a slash they also match the last part. */
function fileFilters(rows: readonly Row[], column: string, random: Random): Filter[] {
  const values = presentValues(rows, column).map(String).filter((value) => /^[\w./+-]+$/.test(value));
  if (values.length === 0) return [];
  const value = random.pick(values);
  const base = value.slice(value.lastIndexOf("/") + 1);
  const ending = base.slice(base.lastIndexOf("."));
  const folder = value.slice(0, Math.max(0, value.lastIndexOf("/")));
  const test = (glob: string, fits: (file: string) => boolean): Filter => ({
    texts: [`${column}:${glob}`, `${column} ~ "${glob}"`],
    passes: (row) => typeof row.get(column) === "string" && fits(String(row.get(column))),
  });
  const lastPart = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
  return [
    test(base, (file) => lastPart(file) === base),
    test(`*${ending}`, (file) => lastPart(file).endsWith(ending)),
    test(`**/${base}`, (file) => file === base || file.endsWith(`/${base}`)),
    ...(folder === "" ? [] : [
      test(`${folder}/*`, (file) =>
        file.startsWith(`${folder}/`) && !file.slice(folder.length + 1).includes("/")),
      test(`${folder}/**`, (file) => file.startsWith(`${folder}/`)),
    ]),
    {
      texts: [`${column} == ${spelled(value, "text")}`],
      passes: (row) => row.get(column) === value,
    },
  ];
}

/** Largest sizes of the classes small, medium and large. */
type Classes = readonly [small: bigint, medium: bigint, large: bigint];
const DEFAULT_CLASSES: Classes = [32n, 256n, 2048n];

/** Ranges, buckets and classes of sizes. */
function sizeFilters(rows: readonly Row[], column: string, random: Random, classes: Classes): Filter[] {
  const test = (texts: string[], fits: (size: bigint) => boolean): Filter => ({
    texts,
    passes: (row) => typeof row.get(column) === "bigint" && fits(row.get(column) as bigint),
  });
  const values = presentValues(rows, column).filter((value) => typeof value === "bigint");
  if (values.length === 0) return [];
  const bucketOf = (size: bigint): number => size === 0n ? 0 : size.toString(2).length - 1;
  const bucket = bucketOf(random.pick(values));
  const bounds = [-1n, ...classes, 2n ** 64n];
  return [
    test(
      [`${column}:1K..4K`, `${column} in 1K..4K`, `${column} >= 1K and ${column} < 4K`],
      (size) => size >= 1024n && size < 4096n,
    ),
    test([`${column}:16..=64`, `${column} in 16..=64`], (size) => size >= 16n && size <= 64n),
    test(
      [`bucket(${column}) == ${bucket}`, `bucket(${column}) in {${bucket}}`],
      (size) => bucketOf(size) === bucket,
    ),
    ...["small", "medium", "large", "xlarge"].map((word, at) =>
      test(
        [`${column}:${word}`, `${column} == ${word}`],
        (size) => size > bounds[at]! && size <= bounds[at + 1]!,
      )
    ),
  ];
}

/** Address ranges: over starts, and over whole blocks if they have an end. */
function addressFilters(rows: readonly Row[], column: string, random: Random): Filter[] {
  const values = presentValues(rows, column).filter((value) => typeof value === "bigint");
  if (values.length === 0) return [];
  const hex = (value: bigint): string => `0x${value.toString(16)}`;
  const from = random.pick(values) + (random.oneIn(2) ? 1n : 0n);
  const length = random.pick([1n, 8n, 4096n, 65536n]);
  const range = `${hex(from)}..+${length}`;
  const starts: Filter = {
    texts: [
      `${column}:${range}`,
      `${column} in ${range}`,
      `${column} in ${hex(from)}..${hex(from + length)}`,
    ],
    passes: (row) => {
      const start = row.get(column) ?? null;
      return typeof start === "bigint" && start >= from && start < from + length;
    },
  };
  const hasEnd = column === "addr" && (rows[0]!.has("end") || rows[0]!.has("size"));
  if (!hasEnd) return [starts];
  const meets = (row: Row): boolean => {
    const [start, size] = [row.get("addr") ?? null, row.get("size") ?? null];
    if (typeof start !== "bigint" || start >= from + length) return false;
    const stored = row.get("end");
    const end = stored !== undefined ? stored : typeof size === "bigint" ? start + size : null;
    return start >= from || (typeof end === "bigint" && end > from);
  };
  return [starts, {
    texts: [`addr overlaps ${range}`, `addr overlaps ${hex(from)}..${hex(from + length)}`],
    passes: meets,
  }];
}

/** The filters that a column has. */
function filtersOf(
  rows: readonly Row[],
  column: string,
  random: Random,
  classes = DEFAULT_CLASSES,
): Filter[] {
  const last = column.slice(column.lastIndexOf(".") + 1);
  if (last === "thread") return threadFilters(rows, column, random);
  if (last === "file") return fileFilters(rows, column, random);
  if (["size", "first_size", "max_size"].includes(last)) return sizeFilters(rows, column, random, classes);
  return last === "addr" ? addressFilters(rows, column, random) : [];
}

/** Every filter of every column of every table gives the rows that a loop over all rows gives. */
async function checkTables(
  session: Session,
  random: Random,
  classes?: Classes,
): Promise<Map<string, number>> {
  const matches = new Map<string, number>();
  for (const table of session.catalog.tableNames) {
    const columns = session.catalog.table(table, null)!.columns.map(({ name }) => name);
    if (!columns.some((column) => /(^|[._])(thread|file|size|addr)$/.test(column))) continue;
    const [answer] = await ask(session, table);
    const rows = answer!.rows.map((row): Row =>
      new Map(answer!.columns.map(({ name, type }, at) => [name, plain(row[at]!, type)]))
    );
    if (rows.length === 0) continue;
    for (const column of columns) {
      for (const { texts, passes } of filtersOf(rows, column, random, classes)) {
        const expected = rows.filter(passes).map((row) => [...row.values()]);
        for (const text of entriesOf(texts, 0.1, expected.length)) {
          // A filter alone is a query on the main table.
          const query = table === session.catalog.mainTable ? text : `${table} | where ${text}`;
          const [found] = await ask(session, query);
          const cells = found!.rows.map((row) =>
            row.map((value, at) => plain(value, found!.columns[at]!.type))
          );
          assertRows(cells, expected, query);
        }
        const kind = column.slice(column.lastIndexOf(".") + 1).replace(/^.*_/, "");
        matches.set(kind, (matches.get(kind) ?? 0) + expected.length);
      }
    }
  }
  return matches;
}

/** The bounds that a profile names, or the defaults. */
async function classesOf(session: Session): Promise<Classes> {
  const [answer] = await ask(session, 'tags | where name ~ "* bound" | select name, value');
  const bounds = new Map(answer!.rows.map(([name, value]) => [String(name), BigInt(String(value))]));
  const [small, medium, large] = ["small", "medium", "large"].map((name) => bounds.get(`${name} bound`));
  return small === undefined ? DEFAULT_CLASSES : [small, medium!, large!];
}

for (const { entry: { name: format }, left } of turnsOf(formats, 4)) {
  Deno.test(unless([left], `the four filters find the same rows in ${format} as a loop`), async () => {
    const { filters, filtered: best } = conformanceOf(format);
    const random = new Random(4 + format.length);
    const found = new Map<string, number>();
    const samples = someSamples(format, byEffort(4, 1), 15_000);
    for (
      const sample of best ? [...samples, samplesOf(format).find(({ path }) => best.test(path))!] : samples
    ) {
      const session = await openSamples({ t: sample });
      for (const [kind, count] of await checkTables(session, random, await classesOf(session))) {
        found.set(kind, (found.get(kind) ?? 0) + count);
      }
    }
    for (const kind of filters) assert((found.get(kind) ?? 0) > 0, `no filter by ${kind} found anything`);
  });
}

Deno.test(
  atFullEffort("size classes are those of the open profile, also for the trace opened with it"),
  async () => {
    const classes: Classes = [16n, 64n, 512n];
    const run = "pass1-le32";
    const profile = samplesOf("mptl").find(({ path }) => path.includes(run))!;
    const bytes = profile.bytes.slice();
    // The bounds are after the magic, the number 1 and the version.
    classes.forEach((bound, at) => new DataView(bytes.buffer).setUint32(12 + 4 * at, Number(bound), true));
    const trace = samplesOf("mtrc").find(({ path }) => path.includes(run))!;
    const session = await openSamples({ t: trace, p: { ...profile, bytes } });
    assertEquals(session.catalog.sizeClasses, { small: 16n, medium: 64n, large: 512n });
    const found = await checkTables(session, new Random(3), classes);
    assert(found.get("size")! > 0);
  },
);

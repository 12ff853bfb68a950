/** A recording of a program in Swift: tables have the names of its source, and places in the program itself. */
import { assert, assertEquals } from "@std/assert";
import { shortName } from "../../../src/names/short_name.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { sampleSession } from "../../support/sample_session.ts";
import { quarry } from "../../cli/program.ts";

const TRACE = "testdata/heaptrack/swift/heaptrack.leaks.gz";

Deno.test("leaks of a Swift program are at its own lines", async () => {
  const session = await sampleSession({ t: TRACE });
  const rows = await rowsOf(
    session,
    "leaks | where place_file is not null | by place, place_line | top 4 by bytes",
  );
  assertEquals(rows.map(([place, line]) => `${shortName(String(place))}:${line}`), [
    "leaks.Blob.grow:3",
    "leaks.Leaky.init:7",
    "main:14",
    "leaks.Store.keep:5",
  ]);
  // Every mangled name is demangled.
  const names = await rowsOf(session, "events | by place");
  const mangled = names.map(([place]) => String(place)).filter((place) => place.startsWith("$s"));
  assert(mangled.length > 5);
  for (const name of mangled) assert(!shortName(name).startsWith("$s"), name);
  session.closeAll();
});

Deno.test("a table of leaks of a Swift program fits a hundred columns", async () => {
  const { out } = await quarry([
    "query",
    TRACE,
    "--names",
    "short",
    "-m",
    "table",
    "-e",
    "leaks | by place, place_line | top 9 by bytes",
  ]);
  for (const line of out.split("\n")) assert(line.length <= 100, line);
});

/** Fresh recordings compared with the output of the installed memray. */

import { assert, assertEquals } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { quarry } from "../../cli/program.ts";
import { atFullEffort } from "../../support/effort.ts";
import { type Tool, withTools } from "../../support/programs.ts";
import { withFolder } from "../../support/temporary.ts";
import { memrayPython } from "../../support/tools.ts";
import { recordsOf, recordsOfReader } from "./records.ts";

/** Runs at full effort only, since recordings take a second each. */
const fully = (tools: readonly Tool[], name: string) => atFullEffort(name, tools);

const TOOLS = new URL("../../../tools/memray_sample/", import.meta.url).pathname;

/** Runs memray's Python in a folder; returns its output. */
async function python(folder: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(memrayPython()!, { args, cwd: folder }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

async function record(folder: string, program: string, ...options: string[]): Promise<string> {
  await python(folder, "-m", "memray", "run", "-q", "-f", "-o", "run.bin", ...options, program);
  return `${folder}/run.bin`;
}

/** The cells of a query, numbers as such. */
async function rowsOf(trace: Quarry, query: string): Promise<unknown[][]> {
  const rows = (await trace.query(query)).rows();
  return [...rows].map((row) =>
    Object.values(row as object).map((cell) => typeof cell === "bigint" ? Number(cell) : cell)
  );
}

for (
  const options of [[], ["--no-compress"], ["--trace-python-allocators"], ["--native", "--buffered-file-io"]]
) {
  Deno.test({
    ...(options.length === 0 ? withTools : fully)(
      ["memray"],
      `records, sums and peak are those of memray: run ${options.join(" ")}`,
    ),
    fn: () =>
      withFolder(async (folder) => {
        const path = await record(folder, `${TOOLS}programs/cache.py`, ...options);
        assertEquals(
          await recordsOf(path),
          recordsOfReader(await python(folder, `${TOOLS}reader.py`, "run.bin")),
        );
        await python(folder, "-m", "memray", "stats", "--json", "-o", "stats.json", "run.bin");
        const stats = JSON.parse(await Deno.readTextFile(`${folder}/stats.json`));
        const parsed = await python(folder, "-m", "memray", "parse", "run.bin");
        await using trace = await Quarry.open(path);
        assertEquals(
          await rowsOf(trace, "allocs | summarize n = count(), bytes = sum(first_size)"),
          [[stats.total_num_allocations, stats.total_bytes_allocated]],
        );
        assertEquals(await rowsOf(trace, "events | summarize most = max(live_bytes)"), [
          [stats.metadata.peak_memory],
        ]);
        const types = await rowsOf(trace, "allocs | by name | select name, count");
        assertEquals(
          Object.fromEntries(types.map(([name, count]) => [`${name}`.toUpperCase(), count])),
          stats.allocator_type_distribution,
        );
        assertEquals(await rowsOf(trace, "events | count"), [[parsed.match(/^ALLOCATION /gm)!.length]]);
      }),
  });
}

/** Functions of calls.c. */
const CALLS = new Set(["simple", "empty", "map", "huge", "huge_end", "parts", "fails"]);
/** Prints the functions of each allocation's native stack as memray names them, inlined ones too, innermost first. */
const NATIVE = `
import memray, sys
frees = {memray.AllocatorType.FREE, memray.AllocatorType.MUNMAP, memray.AllocatorType.PYMALLOC_FREE}
for record in memray.FileReader(sys.argv[1]).get_allocation_records():
    if memray.AllocatorType(record.allocator) not in frees:
        print(*(func for func, file, line in record.native_stack_trace()), sep="\\t")
`;

Deno.test({
  ...fully(["memray", "gcc"], "native frames have the functions that memray gives them"),
  fn: () =>
    withFolder(async (folder) => {
      const args = ["-g", "-O0", "-shared", "-fPIC", "-o", "calls.so", `${TOOLS}programs/calls.c`];
      assert((await new Deno.Command("gcc", { args, cwd: folder }).output()).success);
      // Programs are found only by full paths.
      const program = await Deno.readTextFile(`${TOOLS}programs/calls.py`);
      await Deno.writeTextFile(`${folder}/calls.py`, program.replace("./calls.so", `${folder}/calls.so`));
      const path = await record(folder, "calls.py", "--native");
      const ours = (functions: string[]): string => functions.filter((each) => CALLS.has(each)).join(" ");
      const theirs = (await python(folder, "-c", NATIVE, "run.bin")).trimEnd().split("\n");
      const query = "events | where kind == alloc | select f = frames(native)";
      const { out, err } = await quarry(["query", path, "--sysroot", "/", "-m", "csv", "-e", query]);
      const lines = out.trimEnd().split("\n").slice(1);
      const found = lines.map((line) => ours(line.replaceAll('"', "").split(" < ")));
      assertEquals(found, theirs.map((line) => ours(line.split("\t"))), err);
      assert(found.includes("map huge") && found.includes("simple"));
      // Without programs a frame is a module and an offset.
      const bare = (await quarry(["query", path, "-m", "csv", "-e", query])).out;
      assertEquals(bare.match(/calls\.so\+0x[0-9a-f]+/g)!.length, found.join(" ").match(/\w+/g)!.length);
      assertEquals(/simple|huge/.test(bare), false);
    }),
});

/** Prints bytes by place, at the peak and at the end, as summed by memray's reader. */
const AGGREGATED = `
import json, memray, sys
def sums(records):
    found = {}
    for record in records:
        func, file, line = (record.stack_trace() or [("", "", 0)])[0]
        key = f"{func} {file} {line}"
        found[key] = found.get(key, 0) + record.size
    return sorted(each for each in found.items() if each[1] > 0)
reader = lambda: memray.FileReader(sys.argv[1])
print(json.dumps([
    sums(reader().get_high_watermark_allocation_records(merge_threads=False)),
    sums(reader().get_leaked_allocation_records(merge_threads=False)),
]))
`;

for (const options of [[], ["--native"]]) {
  Deno.test({
    ...fully(["memray"], `aggregated recordings have memray's bytes by place: run ${options.join(" ")}`),
    fn: () =>
      withFolder(async (folder) => {
        const path = await record(folder, `${TOOLS}programs/cache.py`, "--aggregate", ...options);
        const [peak, end] = JSON.parse(await python(folder, "-c", AGGREGATED, "run.bin"));
        await using trace = await Quarry.open(path);
        const sums = async (column: string): Promise<unknown[][]> =>
          (await rowsOf(trace, `places | by func, file, line: b = sum(${column}) | where b > 0`))
            .map(([func, file, line, bytes]): [string, unknown] => [
              `${func ?? ""} ${file ?? ""} ${line ?? 0}`,
              bytes,
            ]).sort(([left], [right]) => left < right ? -1 : 1);
        assertEquals(await sums("peak_bytes"), peak);
        assertEquals(await sums("end_bytes"), end);
      }),
  });
}

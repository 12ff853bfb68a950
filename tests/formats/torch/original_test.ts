/** Snapshots compared with the output of PyTorch's own script, if `.ci/run` has fetched it. */

import { assert, assertEquals } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { atFullEffort } from "../../support/effort.ts";
import { MEMORY_VIZ_FOLDER } from "../../support/tools.ts";

const SAMPLES = new URL("../../../testdata/torch/", import.meta.url);

/**
 * Prints the output of the functions `trace` and `memory` for each file; sizes in bytes, all frames, only with names.
 */
const PROGRAM = `
import gzip, json, pickle, sys
sys.path.insert(0, sys.argv[1])
import _memory_viz
_memory_viz.Bytes = int
_memory_viz._frame_fmt = lambda frame, full_filename=False: frame["name"]
_memory_viz._frame_filter = lambda name, filename: True
found = []
for path in sys.argv[2:]:
    data = pickle.load((gzip.open if path.endswith(".gz") else open)(path, "rb"))
    if isinstance(data, list):
        data = {"segments": data, "device_traces": []}
    blocks = _memory_viz.memory(data, format_flamegraph=lambda lines: lines)
    found.append({"trace": _memory_viz.trace(data), "blocks": blocks})
print(json.dumps(found))
`;

/** The script's text of an entry: its kind in Quarry, and a pattern of the text. */
const ENTRIES: readonly (readonly [string, RegExp])[] = [
  ["free", /^# free completed for \S+ (\d+)$/],
  ["free_requested", /^del \S+ # (\d+)$/],
  ["segment_alloc", /^\S+ = cudaMalloc\(\d+, (\d+)\)$/],
  ["segment_free", /^cudaFree\(\S+\) # (\d+)$/],
  ["oom", /^raise OutOfMemoryError # (\d+) requested/],
  ["alloc", /^\S+ = \S+\[-?\d+:(\d+)\]$/],
  // Other entries are written unchanged.
  ["", /^\{.*'action': '(\w+)'.*$/],
];

/** Entries of all devices, in the order of the script. */
function entriesOf(trace: string): string[] {
  return trace.split("\n").flatMap((line) => {
    for (const [kind, pattern] of ENTRIES) {
      const [, value] = pattern.exec(line) ?? [];
      if (value === undefined) continue;
      const size = /'size': (\d+)/.exec(line)?.[1];
      return [kind === "" ? `${value} ${size}` : `${kind} ${value}`];
    }
    assert(/^(Device \d+ -+|\d+ entries|TOTAL MEM: -?\d+.*)$/.test(line) || line === "", line);
    return [];
  });
}

/** Blocks that are in use: bytes, stream and functions, innermost first. */
function blocksOf(lines: string): string[] {
  return lines.trimEnd().split("\n").flatMap((line) => {
    const [, stream, frames, size] = /^stream_(\d+);active_\w+;(.*) (\d+)$/.exec(line) ?? [];
    if (stream === undefined || frames === "<gaps>") return [];
    const names = frames === "<non-python>" ? [] : frames!.split(";").reverse();
    return [[stream, size, ...names].join(" < ")];
  });
}

Deno.test({
  ...atFullEffort("entries, and blocks in use with their backtraces, equal those of _memory_viz.py", [
    "_memory_viz",
  ]),
  fn: async () => {
    const samples = [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).filter((name) =>
      name.includes(".pickle")
    ).sort();
    const paths = samples.map((name) => new URL(name, SAMPLES).pathname);
    const { success, stdout, stderr } = await new Deno.Command("python3", {
      args: ["-c", PROGRAM, MEMORY_VIZ_FOLDER, ...paths],
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const said: { trace: string; blocks: string }[] = JSON.parse(new TextDecoder().decode(stdout));
    const seen = new Set<string>();
    for (const [at, path] of paths.entries()) {
      await using quarry = await Quarry.open(path);
      const rowsOf = async (query: string): Promise<string[]> => {
        const rows = (await quarry.query(query)).rows();
        return [...rows].map((row) => Object.values(row as object).join(" "));
      };
      const entries = entriesOf(said[at]!.trace);
      const events = await rowsOf("events | where kind != existing | sort device, seq | select kind, size");
      assertEquals(events, entries, samples[at]!);
      const blocks = (await quarry.query("blocks | select state, stream, requested, f = frames(stack)"))
        .rows();
      const found = [...blocks].flatMap((row) => {
        const [state, ...cells] = Object.values(row as object);
        return `${state}`.startsWith("active_")
          ? [cells.filter((each) => each !== "" && each !== null).join(" < ")]
          : [];
      });
      assertEquals(found.sort(), blocksOf(said[at]!.blocks).sort(), samples[at]!);
      for (const each of [...entries, ...found]) seen.add(each.split(" ")[0]!);
    }
    for (const kind of ["alloc", "free", "free_requested", "segment_alloc", "oom"]) {
      assert(seen.has(kind), kind);
    }
  },
});

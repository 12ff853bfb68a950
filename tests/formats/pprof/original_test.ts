/** Profiles freshly written by a Go program, compared with the output of `go tool pprof`. */

import { assert, assertEquals } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { cumulative } from "../../../src/formats/pprof/questions.ts";
import { atFullEffort } from "../../support/effort.ts";
import { withFolder } from "../../support/temporary.ts";

/** Keeps blocks of many sizes, uses the processor a while, and writes both profiles. */
const PROGRAM = `package main

import (
	"os"
	"runtime"
	"runtime/pprof"
	"time"
)

var kept [][]byte

func leaf(n int) []byte { return make([]byte, n) }

func keep(n int) {
	for i := 0; i < n; i++ {
		if b := leaf(100 + i%5000); i%7 == 0 {
			kept = append(kept, b)
		}
	}
}

func spin(d time.Duration) (sum int) {
	for start := time.Now(); time.Since(start) < d; {
		for i := 0; i < 1000; i++ {
			sum += i * i
		}
	}
	return
}

func main() {
	runtime.MemProfileRate = 512
	cpu, _ := os.Create("cpu.pb.gz")
	pprof.StartCPUProfile(cpu)
	spin(300 * time.Millisecond)
	pprof.StopCPUProfile()
	cpu.Close()
	keep(20000)
	runtime.GC()
	heap, _ := os.Create("heap.pb.gz")
	pprof.WriteHeapProfile(heap)
	heap.Close()
	runtime.KeepAlive(kept)
}
`;

async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const env = { GOCACHE: `${folder}/cache`, GOFLAGS: "-mod=mod", PPROF_TMPDIR: folder };
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: folder, env }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Rows of a query as lists of texts. */
async function rowsOf(trace: Quarry, query: string): Promise<string[][]> {
  const rows = (await trace.query(query)).rows();
  return [...rows].map((row) => Object.values(row as object).map(String));
}

/** Flat and cumulative figures by function, as printed by `-top`. */
function topOf(text: string, unit: string): { readonly flat: string[][]; readonly cum: string[][] } {
  const line = new RegExp(
    `^\\s*(\\d+)(?:${unit})?\\s+\\S+%\\s+\\S+%\\s+(\\d+)${unit}\\s+\\S+%\\s+(.*?)(?: \\(inline\\))?$`,
  );
  const [flats, cums]: [string[][], string[][]] = [[], []];
  for (const each of text.split("\n")) {
    const [, flat, cum, func] = line.exec(each) ?? [];
    if (flat !== undefined && flat !== "0") flats.push([func!, flat]);
    if (cum !== undefined && cum !== "0") cums.push([func!, cum]);
  }
  return { flat: flats.sort(), cum: cums.sort() };
}

Deno.test({
  ...atFullEffort(
    "flat and cumulative figures by function equal those of go tool pprof, for heap and CPU profiles",
    [
      "go",
    ],
  ),
  fn: () =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/main.go`, PROGRAM);
      await run(folder, "go", "run", "main.go");
      const cases = [
        ["heap.pb.gz", "alloc_space", "B", "-unit=B"],
        ["heap.pb.gz", "inuse_space", "B", "-unit=B"],
        ["heap.pb.gz", "alloc_objects", "", "-unit=count"],
        ["cpu.pb.gz", "cpu", "ns", "-unit=ns"],
      ] as const;
      for (const [file, type, unit, option] of cases) {
        const top = ["tool", "pprof", "-top", "-nodecount=0", "-nodefraction=0", option];
        const said = await run(folder, "go", ...top, `-sample_index=${type}`, file);
        await using trace = await Quarry.open(`${folder}/${file}`);
        const found = await rowsOf(trace, `profile | by func: v = sum(${type}) | where v > 0`);
        const { flat, cum } = topOf(said, unit);
        assertEquals(found.sort(), flat, `${file} ${type}`);
        const below = await rowsOf(trace, `${cumulative(type)} | where ${type} > 0`);
        assertEquals(below.sort(), cum, `${file} ${type}, cumulative`);
        assert(found.length > 0);
      }
    }),
});

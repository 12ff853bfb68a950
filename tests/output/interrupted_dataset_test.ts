/** Ctrl-C and SIGTERM while a dataset is written: the exit code of an interrupted program, and no files remain. */
import { assert, assertEquals } from "@std/assert";
import { byEffort, later } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { longTrace } from "./long_trace.ts";
import { startProgram } from "./writers.ts";

const EVENTS = byEffort(200_000, 60_000);
const LEAST_BYTES = 20_000;
/** On a busy machine a program may finish before the signal is sent. */
const TRIES = 40;

/** Size of the unfinished files in a folder; 0 before there are any. */
function bytesIn(folder: string): number {
  let bytes = 0;
  try {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const path = `${folder}/${name}`;
      bytes += isDirectory ? bytesIn(path) : Deno.statSync(path).size;
    }
  } catch {
    // The file does not exist yet, or was removed.
  }
  return bytes;
}

/** Ends an export when something is written; returns its exit code and output. */
async function endedAt(args: readonly string[], place: string, bytes: number, signal: Deno.Signal) {
  const child = startProgram(args);
  await child.stdin.close();
  let ended = false;
  const output = child.output().finally(() => ended = true);
  while (!ended && bytesIn(place) < bytes) await new Promise((resolve) => setTimeout(resolve, 1));
  if (!ended) child.kill(signal);
  const { code, stderr } = await output;
  return { code, said: new TextDecoder().decode(stderr) };
}

for (const [signal, wanted] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  const name = `${signal} while a dataset is written, by this thread or by others, leaves nothing`;
  Deno.test(unless([signal === "SIGINT" ? null : later], name), async () => {
    using folder = Temporary.folder();
    const traces = ["a", "b", "c"].map((name) => `${folder.path}/${name}.mtrc`);
    for (const trace of traces) Deno.writeFileSync(trace, longTrace(EVENTS));
    const place = `${folder.path}/new/dataset`;
    for (const files of [1, 3]) {
      let hit = false;
      for (let tries = 0; tries < TRIES && !hit; tries++) {
        const args = ["export", ...traces.slice(0, files), "--to", "dataset", "-o", place, "--threads", "2"];
        const { code, said } = await endedAt(args, place, LEAST_BYTES * (1 + 7 * (tries % 10)), signal);
        if (code === 0) {
          Deno.removeSync(`${folder.path}/new`, { recursive: true });
          continue;
        }
        hit = true;
        assertEquals([code, said], [wanted, ""], `${files} files`);
        const left = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
        if (!left.includes("new")) {
          assertEquals(left, ["a.mtrc", "b.mtrc", "c.mtrc"]);
          continue;
        }
        // One of several traces may be finished: it is kept, complete.
        assert(files > 1, "the folder of a single trace is left");
        for (const { name } of Deno.readDirSync(place)) {
          assert(name.startsWith("trace="), name);
          const parts = [...Deno.readDirSync(`${place}/${name}`)].map(({ name }) => name);
          assert(parts.includes("_quarry.json") && parts.includes("events.parquet"), parts.join());
        }
        Deno.removeSync(`${folder.path}/new`, { recursive: true });
      }
      assert(hit, "no program was ended while it wrote");
    }
  });
}

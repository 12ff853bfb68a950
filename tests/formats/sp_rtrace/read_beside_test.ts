import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { load } from "../../../src/ingest/load.ts";
import { KernelThread } from "../../../src/memory/kernel_thread.ts";
import { setThreads, threadSettings } from "../../../src/memory/threads.ts";
import { newPools } from "../../../src/tables/pools.ts";
import { atFullEffort } from "../../support/effort.ts";
import { numbersOf } from "./random_report.ts";

const CALLS = 1_300_000;

/** A long report: mostly plain, threads with calls out of order, and a steady flow of new backtraces and lines. */
function longReport(): Uint8Array {
  const next = numbersOf(5);
  const calls = Array.from({ length: CALLS }, (_, at) => {
    const time = `00:${String(10 + Math.floor(at / 60_000)).padStart(2, "0")}:00.${String(100 + next(3))}`;
    const frame = next(5000) === 0 ? `\t0x7f${at} (f${at}+0x1)\n` : `\t0x${1000 + next(50)}\n`;
    const id = `0x${(4096 + 16 * next(100_000)).toString(16)}`;
    return next(3) === 0
      ? `${at + 1}. [${time}] free<memory>(${id})\n\n`
      : `${at + 1}. [${time}] ${next(9000) === 0 ? `new${at}` : "malloc"}<memory>(${
        next(9999)
      }) = ${id}\n${frame}\n`;
  });
  for (let swap = 0; swap < 500; swap++) {
    const at = next(CALLS - 300), other = at + next(300);
    [calls[at], calls[other]] = [calls[other]!, calls[at]!];
    if (swap % 5 === 0) calls[at] += `# line ${at}\n\n`;
    // The position of these lines among calls must not depend on which thread was faster.
    if (swap % 7 === 0) {
      calls[at] += `: /l${swap}.so => 0x1000-0x10${next(99)}\n<${2 << next(9)}> : late (late)\nodd\n`;
    }
  }
  // A table whose first row comes late.
  calls[700_000] += "& file : some.bin\n";
  return new TextEncoder().encode(
    `version=2.0, arch=x86_64, pid=7, process=./long, \n<1> : memory (memory)\n${calls.join("")}`,
  );
}

/** All cells of all tables, in short: texts as letters, since their codes depend on the order of threads. */
async function cellsOf(bytes: Uint8Array): Promise<string[]> {
  const pools = newPools();
  const file = await load(sourceOf(bytes), pools, { name: "long" });
  const found: string[] = [];
  for (const { tables, problems } of file.traces) {
    found.push(JSON.stringify(problems, (_, value) => typeof value === "bigint" ? `${value}` : value));
    for (const [name, table] of tables) {
      for (const column of table.columns) {
        let sum = 0;
        for (let row = 0; row < table.rowCount; row += 101) {
          const cell = `${table.cell(row, column.name)}`;
          for (let at = 0; at < cell.length; at++) sum = Math.imul(sum, 31) + cell.charCodeAt(at) | 0;
        }
        found.push(`${name} ${column.name} ${table.rowCount} ${sum}`);
      }
    }
  }
  file.close();
  return found;
}

Deno.test(atFullEffort("spRtrace.read() gives the same rows on two threads as on one"), async () => {
  const { wanted } = threadSettings();
  const { begin } = KernelThread.prototype;
  let reads = 0;
  KernelThread.prototype.begin = function (name, args) {
    if (name === "read") reads++;
    return begin.call(this, name, args);
  };
  const bytes = longReport();
  const found: string[][] = [];
  try {
    for (const threads of [1, 2]) {
      setThreads(threads);
      found.push(await cellsOf(bytes));
      assertEquals(reads > 0, threads === 2);
    }
  } finally {
    KernelThread.prototype.begin = begin;
    setThreads(wanted);
  }
  assert(found[0]!.length > 50);
  assertEquals(found[1], found[0]);
});

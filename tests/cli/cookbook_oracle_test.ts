/** Answers of the cookbook, compared with the output of the original tools for the same files. */
import { assert, assertEquals } from "@std/assert";
import type { Duck } from "../query/oracle/duck.ts";
import { turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { mptraceLog } from "./mptrace_log.ts";
import { rowsOf, TESTDATA } from "./recipe_answers.ts";

/** Questions over a tracing file, and the same in SQL over the output of mptrace for it. */
const IN_SQL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "wordfreq-le64": {
    "Who leaks?": `SELECT func, file, line, count(*), sum(size) AS b FROM lives WHERE freed IS NULL
      GROUP BY ALL`,
    "Which are the largest leaks of each function?": `SELECT func, line, size, made FROM lives
      WHERE freed IS NULL QUALIFY row_number() OVER (PARTITION BY func ORDER BY size DESC, made) <= 2`,
    "How many blocks of each function were freed, and how many lost?": `SELECT func,
      count(freed), sum(size) FILTER (freed IS NOT NULL), count(*) FILTER (freed IS NULL),
      sum(size) FILTER (freed IS NULL) FROM lives GROUP BY func`,
    "At which event did each function hold the most?":
      `SELECT func, max(bytes), first(seq ORDER BY bytes DESC, seq) FILTER (bytes IS NOT NULL),
      first(kind ORDER BY bytes DESC, seq) FILTER (bytes IS NOT NULL) FROM log GROUP BY func`,
    "What share of its blocks does each place leak?":
      `SELECT func, line, count(*), count(*) FILTER (freed IS NULL) AS lost, lost * 100 // count(*)
      FROM lives GROUP BY func, line HAVING lost > 0`,
    "Which call site grows without end?": `SELECT func, line, early, middle, late
      FROM (SELECT func, line, count(*) AS early FROM live_at(share(25)) GROUP BY ALL)
      JOIN (SELECT func, line, count(*) AS middle FROM live_at(share(50)) GROUP BY ALL) USING (func, line)
      JOIN (SELECT func, line, count(*) AS late FROM live_at(share(75)) GROUP BY ALL) USING (func, line)
      WHERE early < middle AND middle < late`,
    "When were the leaked blocks allocated?": `SELECT func, made // 200 * 200 AS b, count(*), sum(size)
      FROM lives WHERE freed IS NULL GROUP BY ALL`,
    "Who frees the blocks of this function, and which are never freed?":
      `SELECT line, free_func, free_line, count(*), sum(size) FROM lives WHERE func = 'read_word' GROUP BY ALL`,
    "What was live at the peak?": `SELECT func, file, count(*), sum(size)
      FROM live_at((SELECT arg_min(seq, (-bytes, seq)) FROM log WHERE bytes IS NOT NULL)) GROUP BY ALL`,
    "What was live after record number 500?": `SELECT func, count(*), sum(size)
      FROM live_at((SELECT seq FROM log WHERE event = 500)) GROUP BY ALL`,
    "When were the most blocks live?": `SELECT seq, event, func, blocks, bytes FROM log
      WHERE blocks IS NOT NULL ORDER BY blocks DESC, seq LIMIT 1`,
    "How many bytes did the library take from the system?":
      `SELECT kind, count(*), sum(size) FROM log WHERE kind IN ('reserve', 'internal') GROUP BY ALL`,
    "How long do blocks of each function live?": `SELECT func, count(*), min(life), quantile_disc(life, 0.5),
      quantile_disc(life, 0.9), max(life) FROM lives WHERE freed IS NOT NULL GROUP BY ALL`,
    "Which places allocate very short-lived blocks?":
      `SELECT func, file, line, count(*), sum(size) FROM lives WHERE life <= 2 GROUP BY ALL`,
    "Which functions free what others allocate?":
      `SELECT func, free_func, count(*), sum(size) FROM lives WHERE free_func != func GROUP BY ALL`,
    "Which exact sizes are the most frequent?": `SELECT size, count(*), sum(size) FROM log
      WHERE kind = 'alloc' GROUP BY size ORDER BY count(*) DESC LIMIT 3`,
    "Which sizes waste most when rounded up to 16?": `SELECT size, count(*),
      sum((size + 15) // 16 * 16 - size) AS waste FROM lives GROUP BY size ORDER BY waste DESC LIMIT 5`,
    "Which functions request the most bytes?": "SELECT func, count(*), sum(size) FROM lives GROUP BY ALL",
    "Who owned this address at event 500?": `SELECT shown(addr), shown(addr + size), size, func, line, freed
      FROM live_at((SELECT seq FROM log WHERE event = 500)) WHERE ${0x179a55f8} BETWEEN addr AND addr + size - 1`,
    "What happened at this address over the whole trace?":
      `SELECT seq, kind, shown(addr), size, func, line FROM log WHERE ${0x179a5610} BETWEEN addr AND addr + size - 1`,
  },
  "pool-threads-le64": {
    "Which thread frees what others allocate?": `SELECT thread, free_thread, count(*), sum(size) FROM lives
      WHERE thread != free_thread GROUP BY ALL ORDER BY count(*) DESC LIMIT 5`,
    "What does each thread do?": `SELECT thread, kind, count(*), sum(size) FROM log
      WHERE thread IS NOT NULL GROUP BY ALL ORDER BY thread, kind LIMIT 10`,
  },
  "grow-be32": {
    "Which blocks are reallocated over and over?":
      `SELECT func, line, resizes, coalesce(moves, 0), first_size, max_size
      FROM lives LEFT JOIN moved USING (index) ORDER BY resizes DESC LIMIT 5`,
    "Which places reallocate most, and how often does the block move?":
      `SELECT func, line, count(*), sum(resizes), sum(moves) FROM lives LEFT JOIN moved USING (index)
      WHERE resizes > 0 GROUP BY ALL`,
  },
};

for (const { entry: [sample, questions], left } of turnsOf(Object.entries(IN_SQL), 3, 1)) {
  Deno.test(unless([left], `recipes over ${sample} agree with SQL over the output of mptrace`), async () => {
    const duck = await mptraceLog(new URL(`mpatrol/${sample}/`, TESTDATA));
    try {
      for (const [question, sql] of Object.entries(questions)) {
        const wanted = await answer(duck, sql);
        // If ties exceed the requested number of rows, only the first rows are compared.
        const found = (await rowsOf(question)).slice(0, / LIMIT 3$/.test(sql) ? 3 : undefined);
        assert(wanted.length > 0, question);
        assertEquals(found.map(String).sort(), wanted.map(String).sort(), question);
      }
    } finally {
      duck.close();
    }
  });
}

async function answer(duck: Duck, sql: string): Promise<string[][]> {
  const found = await duck.answer(sql);
  if ("error" in found) throw new Error(`${found.error}: ${sql}`);
  return found.rows.map((row) => row.map((value) => value === null ? "" : String(value)));
}

Deno.test("recipes for profiles agree with mprof", async () => {
  const text = await Deno.readTextFile(new URL("mpatrol/wordfreq-le64/mprof.txt", TESTDATA));
  const [, direct = "", lost = ""] = /DIRECT ALLOCATIONS([^]*)MEMORY LEAKS([^]*)/.exec(text) ?? [];
  const functions = await rowsOf("Which functions allocate most, and in which sizes?");
  const named = functions.filter(([name]) => name !== "");
  assert(named.length > 2, `${named.length} functions`);
  for (const [name, allocs] of named) {
    const [, count] = new RegExp(` (\\d+)  ${name}$`, "m").exec(direct) ?? [];
    assertEquals(allocs, count, name);
  }
  const ways = await rowsOf("Along which call paths is memory lost?");
  const [, bytes, blocks] = /^ +(\d+) +\S+ +(\d+) .*total$/m.exec(lost) ?? [];
  assertEquals(ways.reduce((sum, [, count]) => sum + Number(count), 0), Number(blocks));
  assertEquals(ways.reduce((sum, [, , size]) => sum + Number(size), 0), Number(bytes));
});

Deno.test("recipes for sp-rtrace traces agree with the leaks that sp-rtrace-postproc finds", async () => {
  const text = await Deno.readTextFile(
    new URL("sp-rtrace/c01-jsonidx.leaks-compress-resolved-bfd.txt", TESTDATA),
  );
  const wanted = new Map<string, [blocks: number, bytes: number]>();
  // Records, then the backtrace that they share.
  for (const group of text.split(/\n\s*\n/)) {
    const records = [...group.matchAll(/^\d+\. @\d+ \[.*?\] \w+\((\d+)\)/gm)];
    if (records.length === 0) continue;
    const names = [...group.matchAll(/^\t0x[0-9a-f]+ \(?([\w.]+)/gm)].map(([, name]) => name);
    const key = names.join(" < ");
    const [blocks, bytes] = wanted.get(key) ?? [0, 0];
    const sum = records.reduce((sum, [, size]) => sum + Number(size), 0);
    wanted.set(key, [blocks + records.length, bytes + sum]);
  }
  const largest = [...wanted].sort(([, a], [, b]) => b[1] - a[1]).slice(0, 3).map(([way]) => way);
  const found = await rowsOf("Who leaks, by whole call path?");
  assertEquals(found.slice(0, 3).map(([way]) => way!), largest);
  for (const [way, blocks, bytes] of found) {
    assertEquals(wanted.get(way!), [Number(blocks), Number(bytes)], way);
  }
});

Deno.test("recipes for coverage agree with the functions of the independent reader", async () => {
  const text = await Deno.readTextFile(
    new URL("gnatcov/qemu-arm-history-bare1.trace.functions.tsv", TESTDATA),
  );
  const rows = text.trimEnd().split("\n").slice(1).map((line) => line.split("\t"));
  const never = rows.filter(([, , , covered]) => covered === "0").map(([name]) => name!);
  assert(never.length > 0);
  assertEquals((await rowsOf("Which functions were never entered?")).map(([func]) => func!), never);
  // Constants after the code of a function, by the mapping symbols that readelf has printed.
  const symbols = await Deno.readTextFile(new URL("../elf/programs/bare1-arm.symbols.txt", import.meta.url));
  const mapped = [...symbols.matchAll(/: (\w+) +0 NOTYPE +LOCAL +DEFAULT +1 \$([ad])$/gm)]
    .map(([, address, state]) => ({ address: parseInt(address!, 16), state }))
    .sort((a, b) => a.address - b.address);
  const isData = (at: number): boolean => mapped.findLast(({ address }) => address <= at)?.state === "d";
  const partly = rows.filter(([, , , covered]) => covered !== "0").map(([name, start, size, covered]) => {
    const first = parseInt(start!, 16);
    const data = Array.from({ length: Number(size) }, (_, at) => first + at).filter(isData).length;
    return [name!, size!, covered!, String(Number(size) - Number(covered) - data)];
  }).filter(([, , , uncovered]) => uncovered !== "0");
  assertEquals(
    (await rowsOf("Which functions ran partly, and how much is missing?")).map(String).sort(),
    partly.map(String).sort(),
  );
});

Deno.test("recipes for branches agree with the entries that gnatcov dumps", async () => {
  const read = (name: string) =>
    Deno.readTextFile(new URL(`gnatcov/qemu-arm-history-bare1.trace.${name}`, TESTDATA));
  const functions = (await read("functions.tsv")).trimEnd().split("\n").slice(1).map((line) =>
    line.split("\t")
  );
  const directions = new Map<string, number>();
  const entries: string[][] = [];
  for (
    const [, from, to, op] of (await read("dump")).matchAll(/^([0-9a-f]+)-([0-9a-f]+) \S+: ([0-9a-f]{2}) /gm)
  ) {
    entries.push([from!, op!]);
    const key = `${from} ${to}`;
    directions.set(key, (directions.get(key) ?? 0) | (parseInt(op!, 16) & 3));
  }
  const wanted = new Map<string, [branches: number, both: number]>();
  for (const [key, seen] of directions) {
    const addr = parseInt(key, 16);
    const owner = functions.find(([, start, size]) =>
      addr - parseInt(start!, 16) < Number(size) && addr >= parseInt(start!, 16)
    );
    const [branches, both] = wanted.get(owner![0]!) ?? [0, 0];
    if (seen !== 0) wanted.set(owner![0]!, [branches + 1, both + Number(seen === 3)]);
  }
  const found = await rowsOf("How many branches of each function went both ways?");
  assertEquals(found.map(String).sort(), [...wanted].map(([name, counts]) => `${name},${counts}`).sort());
  const led = await rowsOf("What led to a fault?");
  const at = entries.findIndex(([, op]) => (parseInt(op!, 16) & 0x20) !== 0);
  assertEquals(
    led.map(([, addr]) => BigInt(addr!)),
    entries.slice(at - 3, at + 1).map(([from]) => BigInt(`0x${from}`)),
  );
});

Deno.test("recipes for recordings agree with apitrace and with the independent reader", async () => {
  const read = async (name: string) =>
    JSON.parse(await Deno.readTextFile(new URL(`apitrace/${name}`, TESTDATA)));
  const { Frames } = await read("real-threads4.info.json") as { Frames: Record<string, number>[] };
  for (const [frame, calls, , , bytes] of await rowsOf("Which frames have the most calls?")) {
    const { TotalCalls, SizeInBytes } = Frames[Number(frame)]!;
    assertEquals([Number(calls), Number(bytes)], [TotalCalls, SizeInBytes], `frame ${frame}`);
  }
  assertEquals(
    Math.max(...Frames.map(({ TotalCalls }) => TotalCalls!)),
    Number((await rowsOf("Which frames have the most calls?"))[0]![1]),
  );
  const { callsByFunction } = await read("real-threads4.stats.json") as {
    callsByFunction: Record<string, number>;
  };
  const most = await rowsOf("Which functions are called most?");
  for (const [name, count] of most) assertEquals(callsByFunction[name!], Number(count), name);
  const sorted = Object.values(callsByFunction).sort((a, b) => b - a).slice(0, most.length);
  assertEquals(most.map(([, count]) => Number(count)), sorted);
});

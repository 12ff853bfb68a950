import { assert, assertEquals } from "@std/assert";
import { sample, samplesWith } from "../../formats/sp_rtrace/read_sample.ts";
import { entriesOf, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { ask, type Cell, openSession, sorted } from "./ask.ts";

const decoder = new TextDecoder();
const RESOLVED = ".leaks-compress-resolved-bfd";
const resolved = samplesWith(RESOLVED + ".txt");

/** A backtrace as names, innermost first, and its allocations. */
interface SlowStack {
  readonly names: string[];
  readonly size: number;
}

/** All backtraces of a query's rows, split in the slowest way. */
async function slowStacks(
  session: Awaited<ReturnType<typeof openSession>>,
  source: string,
): Promise<SlowStack[]> {
  const rows = await ask(session, `${source} | select frames(stack), size`);
  return rows.map(([names, size]) => ({
    names: names === null ? [] : String(names).split(" < "),
    size: Number(size),
  }));
}

/** A function as written by the call graph tool: without parameters. */
function bare(func: Cell): string {
  const text = String(func ?? "").replace(/( const)$/, "");
  if (!text.endsWith(")")) return text;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return text.slice(0, at);
  }
  return text;
}

for (const { entry: name, left } of turnsOf(samplesWith(".calltree.dot"), 2)) {
  Deno.test(unless([left], `unwind and callers of give the call graph of ${name}`), async () => {
    const dot = decoder.decode(sample(`${name}.calltree.dot`));
    const session = await openSession({ t: `${name}${RESOLVED}.txt` });
    const rows = await ask(
      session,
      "leaks | unwind | distinct alloc, func, file, line, size | by func, file, line: n = count(), b = sum(size)",
    );
    const counts = new Map<string, number[]>();
    for (const [func, file, line, count, bytes] of rows) {
      const key = `${bare(func!)}${file === null ? "" : ` at ${file}:${line}`}`;
      const [n, b] = counts.get(key) ?? [0, 0];
      counts.set(key, [n! + Number(count), b! + Number(bytes)]);
    }
    const callerOf = new Map<string, Set<string>>();
    for (const { names } of await slowStacks(session, "leaks")) {
      names.forEach((callee, at) => {
        const set = callerOf.get(bare(callee)) ?? new Set();
        if (at + 1 < names.length) set.add(bare(names[at + 1]!));
        callerOf.set(bare(callee), set);
      });
    }
    const nodes = new Map<string, string>();
    for (const [, id, label] of dot.matchAll(/^(N\d+) \[label="([^"]*)"/gm)) {
      const [func = "", ...rest] = label!.split("\\n");
      if (!func.endsWith("()")) continue;
      nodes.set(id!, func.slice(0, -2));
      const place = rest.find((line) => line.startsWith("at "));
      const [, kilobytes, count] = /\((\d+)KB \/ (\d+)\)/.exec(label!)!.map(Number);
      const [n, b] = counts.get(func.slice(0, -2) + (place ? ` ${place}` : "")) ?? [0, 0];
      assertEquals([n, Math.round(b! / 1024)], [count, kilobytes], label!);
    }
    let edges = 0;
    for (const [, caller, callee] of dot.matchAll(/^(N\d+) -> (N\d+);/gm)) {
      const [from, to] = [nodes.get(caller!), nodes.get(callee!)];
      // Nodes without parentheses are allocators.
      if (from === undefined || to === undefined) continue;
      assertEquals(callerOf.get(to)!.has(from), true, `${from} -> ${to}`);
      edges++;
    }
    assert(nodes.size > 3 && edges > 2, `${nodes.size} functions, ${edges} calls`);
  });
}

for (const { entry: name, left } of turnsOf(resolved, 3)) {
  Deno.test(unless([left], `tree, callers of and through agree with a slow reader on ${name}`), async () => {
    const session = await openSession({ t: `${name}${RESOLVED}.txt` });
    const all = await slowStacks(session, "leaks");
    for (const direction of ["down", "up"]) {
      const paths = new Map<string, number[]>();
      for (const { names, size } of all) {
        const path = direction === "down" ? names.toReversed() : names;
        for (let depth = 0; depth <= path.length; depth++) {
          const key = ["(all)", ...path.slice(0, depth)].join("\n");
          const [n, b] = paths.get(key) ?? [0, 0];
          paths.set(key, [n! + 1, b! + size]);
        }
      }
      const open: string[] = [];
      const found = new Map<string, Cell[]>();
      let before: Cell[] = [];
      const siblings = new Map<string, number>();
      for (const row of await ask(session, `leaks | tree ${direction} unfolded`)) {
        const [level, func, count, bytes] = row;
        open.length = Number(level);
        open.push(String(func).trim());
        found.set(open.join("\n"), [count!, bytes!]);
        // Depth first, and the largest first at each level.
        assertEquals(Number(level) <= Number(before[0] ?? -1) + 1, true);
        const parent = open.slice(0, -1).join("\n");
        assertEquals(Number(bytes) <= (siblings.get(parent) ?? Infinity), true, "largest first");
        siblings.set(parent, Number(bytes));
        before = row;
      }
      assertEquals(Object.fromEntries(found), Object.fromEntries(paths));
    }
    const functions = [...new Set(all.flatMap(({ names }) => names))].filter((func) => /^[\w:]+$/.test(func));
    for (const func of entriesOf(functions, 1)) {
      const passing = all.filter(({ names }) => names.includes(func));
      const [row] = await ask(session, `leaks | through ${func} | summarize count(), sum(size)`);
      assertEquals(row, [passing.length, passing.reduce((sum, { size }) => sum + size, 0)], func);
      const callers = new Map<string, number[]>();
      for (const { names, size } of all) {
        const here = new Set(
          names.flatMap((each, at) => each === func ? [names[at + 1] ?? "(outermost)"] : []),
        );
        for (const caller of here) {
          const [n, b] = callers.get(caller) ?? [0, 0];
          callers.set(caller, [n! + 1, b! + size]);
        }
      }
      assertEquals(
        sorted(await ask(session, `leaks | callers of ${func} unfolded`)),
        sorted([...callers].map(([caller, sums]) => [caller, ...sums])),
        func,
      );
    }
  });
}

Deno.test("the stage through selects the same allocations as rtrace-from-function", async () => {
  for (const [file, name, func] of fromFunctionSamples()) {
    const [count, bytes] = /(\d+) allocations, totaling (\d+) bytes/.exec(decoder.decode(sample(file)))!
      .slice(1);
    const session = await openSession({ t: `${name}${RESOLVED}.txt` });
    const rows = await ask(session, `leaks | through "*${func}*" | summarize count(), sum(size)`);
    assertEquals(rows, [[Number(count), Number(bytes)]], file);
  }
});

function fromFunctionSamples(): [file: string, name: string, func: string][] {
  return samplesWith(".txt").flatMap((file): [string, string, string][] => {
    const parts = /^(.*)\.from-function-(.*)$/.exec(file);
    return parts ? [[`${file}.txt`, parts[1]!, parts[2]!]] : [];
  });
}

for (const { entry: name, left } of turnsOf(samplesWith(".alloc-sizes.txt"), 2)) {
  Deno.test(unless([left], `leaks by size give the same as rtrace-alloc-sizes for ${name}`), async () => {
    const text = decoder.decode(sample(`${name}.alloc-sizes.txt`));
    const session = await openSession({ t: `${name}.leaks.txt` });
    const [[count, bytes]] = await ask(session, "leaks | summarize count(), sum(size)") as [number[]];
    const overhead = 8 * count!;
    assertEquals(text.match(/^- (\d+) allocs/m)![1], String(count));
    assertEquals(text.match(/^- (\d+) kB in total/m)![1], String(Math.floor(bytes! / 1024)));
    assertEquals(text.match(/^\+ (\d+) kB of estimated/m)![1], String(Math.floor(overhead / 1024)));
    const large = [...text.matchAll(/^ *(\d+) [^(\n]*\((\d+)\), (\d+) kB/gm)].map((line) =>
      line.slice(1, 4).map(Number)
    );
    const rows = await ask(session, "leaks | by size: n = count() | where n * (size + 8) >= 64K | sort size");
    assertEquals(rows.map(([size, n]) => [size, n, Math.floor(Number(size) * Number(n) / 1024)]), large);
  });
}

Deno.test("diff by size gives the same as rtrace-stats for two reports", async () => {
  const session = await openSession({ a: "c01-jsonidx.txt", b: "c04-cppgraph.txt" });
  const text = decoder.decode(sample("compare-c01-c04.size-count-changes.txt"));
  const expected = [...text.matchAll(/^ *(\d+) +(-?\d+)\t\((\d+) -> (\d+)\)/gm)].map((line) =>
    line.slice(1).map(Number)
  );
  const rows = await ask(
    session,
    "diff (leaks of a), (leaks of b) by size | where abs(count_delta) > 0 | sort size " +
      "| select size, count_delta, count_before, count_after",
  );
  const shown = new Set(expected.map(([size]) => size));
  assertEquals(rows.filter(([size]) => shown.has(Number(size))), expected);
  // The script leaves out changes of less than ten, except for large blocks.
  for (const [size, change] of rows) {
    if (!shown.has(Number(size))) assertEquals(Math.abs(Number(change)) < 10, true, `${size}: ${change}`);
  }
});

Deno.test("diff by frames finds the same backtraces in two runs at other addresses", async () => {
  const before = decoder.decode(sample("c04-cppgraph.txt"));
  // Another run: everything was loaded at other addresses, and every third call is missing.
  const moved = before.replaceAll(/0x7fda/g, "0x7ecb").replaceAll(/0x55a7/g, "0x5611");
  const blocks = moved.split("\n\n");
  const after = blocks.filter((_, at) => at < 2 || at % 3 !== 0).join("\n\n");
  const encoder = new TextEncoder();
  const session = await openSession({ a: encoder.encode(before), b: encoder.encode(after) });
  const sums = new Map<string, number[]>();
  for (const [side, name] of ["a", "b"].entries()) {
    for (const { names, size } of await slowStacks(session, `leaks of ${name}`)) {
      const line = sums.get(names.join(" < ")) ?? [0, 0, 0, 0];
      line[side]!++;
      line[2 + side]! += size;
      sums.set(names.join(" < "), line);
    }
  }
  const rows = await ask(
    session,
    "diff (leaks of a), (leaks of b) by frames(stack) | select frames, count_before, count_after, bytes_before, bytes_after",
  );
  assertEquals(sorted(rows), sorted([...sums].map(([frames, line]) => [frames, ...line])));
  assertEquals(rows.filter((row) => Number(row[1]) > 0 && Number(row[2]) > 0).length > 10, true);
  // By stack the addresses are compared, so the runs have nothing in common.
  const byStack = await ask(
    session,
    "diff (leaks of a), (leaks of b) by stack | where count_before > 0 and count_after > 0",
  );
  assertEquals(byStack.length, 0);
});

Deno.test("diff by stack compares two points of one trace", async () => {
  const session = await openSession({ t: "c08-threads.txt" });
  const at = async (share: string): Promise<Map<Cell, number>> =>
    new Map(
      (await ask(session, `live @ ${share} | by stack: n = count()`)).map((
        [stack, n],
      ) => [stack!, Number(n)]),
    );
  const [before, after] = [await at("25%"), await at("75%")];
  const rows = await ask(
    session,
    "diff (live @ 25%), (live @ 75%) by stack | select stack, count_before, count_after",
  );
  const stacks = new Set([...before.keys(), ...after.keys()]);
  assertEquals(
    sorted(rows),
    sorted([...stacks].map((stack) => [stack, before.get(stack) ?? 0, after.get(stack) ?? 0])),
  );
});

/** Functions of random sections of lcov's text, compared with a plain sum over them. */

import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { lcov } from "../../../src/formats/lcov/mod.ts";
import { seeds } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";

/** File, line, name, end and count. */
type Func = readonly [file: string, line: number, name: string, end: number, count: number];

interface Declared {
  readonly name: string;
  readonly line: number;
  readonly end: number;
}

/** Functions as a section has them: functions of one name get the counts of that name in order. */
class PlainSum {
  readonly #all = new Map<string, Func>();
  /** Counts of functions that no section declares. */
  undeclared = 0;

  section(file: string, declared: readonly Declared[], counts: readonly (readonly [string, number])[]): void {
    const named = new Map<string, Declared[]>();
    for (const each of declared) {
      const places = named.get(each.name) ?? [];
      if (places.every(({ line }) => line !== each.line)) places.push(each);
      named.set(each.name, places);
    }
    const seen = new Map<string, number>();
    for (const [name, count] of counts) {
      const places = named.get(name);
      if (!places) {
        this.undeclared++;
        continue;
      }
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      this.#add(file, places[Math.min(before, places.length - 1)]!, count);
    }
    for (const [name, places] of named) {
      for (const place of places.slice(seen.get(name) ?? 0)) this.#add(file, place, 0);
    }
  }

  /** All functions, by file and line. */
  get functions(): Func[] {
    return sorted([...this.#all.values()]);
  }

  #add(file: string, { name, line, end }: Declared, count: number): void {
    const key = `${file}:${line}:${name}`;
    const known = this.#all.get(key) ?? [file, line, name, 0, 0];
    this.#all.set(key, [file, line, name, known[3] || end, known[4] + count]);
  }
}

function sorted(functions: Func[]): Func[] {
  const keyOf = ([file, line, name]: Func): string => `${file} ${`${line}`.padStart(6, "0")} ${name}`;
  return functions.sort((left, right) => keyOf(left) < keyOf(right) ? -1 : 1);
}

/** Sections as lcov writes them, and irregular ones. */
function generate(random: Random): { text: string; sum: PlainSum } {
  const sum = new PlainSum();
  const lines: string[] = [];
  for (let section = 2 + random.below(12); section > 0; section--) {
    const file = `f${random.below(5)}.c`;
    const isPlain = random.oneIn(2);
    const names = isPlain ? 1000 : 4;
    let line = 1;
    const declared = Array.from({ length: random.below(random.oneIn(5) ? 60 : 8) }, (): Declared => {
      line = isPlain ? line + random.below(4) : 1 + random.below(12);
      return { name: `n${random.below(names)}`, line, end: random.oneIn(3) ? 0 : line + random.below(5) };
    });
    const counts = declared.map(({ name }) => [name, random.below(9)] as const);
    if (!isPlain) {
      for (let extra = random.below(3); extra > 0; extra--) counts.push([`n${random.below(6)}`, 1]);
      if (random.oneIn(2)) counts.reverse();
      counts.length = random.oneIn(3) ? random.below(counts.length + 1) : counts.length;
    }
    lines.push("TN:", `SF:${file}`);
    lines.push(...declared.map(({ name, line, end }) => `FN:${line},${end === 0 ? "" : `${end},`}${name}`));
    lines.push(...counts.map(([name, count]) => `FNDA:${count},${name}`), "DA:1,1", "end_of_record");
    sum.section(file, declared, counts);
  }
  return { text: `${lines.join("\n")}\n`, sum };
}

async function read(text: string): Promise<{ functions: Func[]; problems: number }> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(text)), sink.arena);
  try {
    await window.more();
    await lcov.read(window, sink, {});
  } finally {
    window.close();
  }
  const [file, line, func, end, count] = ["file", "line", "func", "end_line", "count"].map((name) =>
    sink.cells("functions", name)
  );
  const functions = func!.map((name, row): Func => [
    `${file![row]}`,
    Number(line![row]),
    `${name}`,
    Number(end![row] ?? 0),
    Number(count![row]),
  ]);
  return { functions: sorted(functions), problems: sink.problems.length };
}

Deno.test("functions of random sections have the same counts as a plain sum", async () => {
  const first = Math.floor(Math.random() * 1e6);
  for (let seed = first; seed < first + seeds(400); seed++) {
    const { text, sum } = generate(new Random(seed));
    const { functions, problems } = await read(text);
    assertEquals(functions, sum.functions, `seed ${seed}`);
    assertEquals(problems, sum.undeclared, `seed ${seed}`);
  }
});

Deno.test("many functions of one name do not take quadratic time", async () => {
  const count = 200_000;
  const declared = Array.from({ length: count }, (_, at) => `FN:${count - at},f\n`).join("");
  const { functions } = await read(`SF:a.c\n${declared}FNDA:3,f\nDA:1,1\nend_of_record\n`);
  assertEquals([functions.length, functions.at(-1)![4]], [count, 3]);
});

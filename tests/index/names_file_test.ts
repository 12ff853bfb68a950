/** Names that were looked up in programs, as far as queries needed them, are saved beside the index. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { ResultValue } from "../../src/base/result_table.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { indexesIn, namesPath, removeIndex } from "../../src/index/index_folder.ts";
import { loadIndexed } from "../../src/index/load_indexed.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { openResolver } from "../../src/ingest/resolve.ts";
import { openFile } from "../elf/symbolizers.ts";
import { run } from "../elf/traced_program.ts";
import { withTools } from "../support/programs.ts";
import { rowsOf } from "../support/rows_of.ts";
import { Temporary } from "../support/temporary.ts";

const FUNCTIONS = 24;

/** A program with functions of this name and a number. */
function compile(root: string, name: string): string {
  const functions = Array.from(
    { length: FUNCTIONS },
    (_, at) =>
      `__attribute__((noinline)) void *${name}_${at}(long size) { sink = malloc(size + ${at}); return sink; }`,
  );
  const text = `#include <stdlib.h>\nvoid *volatile sink;\n${
    functions.join("\n")
  }\nint main(void) { return 0; }\n`;
  Deno.writeTextFileSync(`${root}/${name}.c`, text);
  run("gcc", "-g", "-O1", "-o", `${root}/program`, `${root}/${name}.c`);
  return `${root}/program`;
}

/** Each function has allocated once, in a trace of mtrace. */
function traceOf(program: string, name: string): string {
  const { symbols } = openFile(program);
  const lines = Array.from({ length: FUNCTIONS }, (_, at) => {
    const { address } = symbols.functions.find((each) => each.name === `${name}_${at}`)!;
    return `@ ${program}:[0x${(address + 9n).toString(16)}] + 0x${(4096 * (at + 1)).toString(16)} 0x${
      (at + 1).toString(16)
    }`;
  });
  return ["= Start", ...lines, "= End", ""].join("\n");
}

interface Run {
  /** The rows of the queries. */
  readonly rows: readonly (readonly ResultValue[][])[];
  readonly warnings: readonly string[];
  /** Number of requested frames, and how many of them were looked up in programs. */
  readonly asked: number;
  readonly lookedUp: number;
}

/** Opens a trace, runs queries and ends, like a run of the program; `meanwhile` is called between two queries. */
async function ask(
  { root, trace }: { root: string; trace: string },
  scripts: readonly string[],
  meanwhile?: () => void,
): Promise<Run> {
  const session = new Session();
  const { source, reopen } = await openInput(trace);
  const resolver = openResolver({ sysroot: "/", lines: true });
  const file = await loadIndexed({ source, path: trace }, session.pools, {
    name: "t",
    ...(reopen ? { reopen } : {}),
    functionAt: resolver.functionAt,
    others: resolver.others,
    settings: { folder: `${root}/indexes`, seconds: 0 },
  });
  source.close();
  session.add(tracesOf(file, trace));
  const { later } = file.traces[0]!;
  later!.settle = () => resolver.rest();
  const rows: ResultValue[][][] = [];
  for (const script of scripts) {
    rows.push(await rowsOf(session, script));
    meanwhile?.();
  }
  const { lookedUp: asked } = later!;
  session.closeAll();
  resolver.close();
  return { rows, warnings: resolver.warnings, asked, lookedUp: resolver.lookedUp };
}

const FEW = "events | take 3 | select func, file, line";
const MORE = "events | where size > 20 | select func, line";
const ALL = "events | by func, file, line | sort func";

async function inFolder(
  work: (of: { root: string; trace: string; program: string }) => Promise<void>,
): Promise<void> {
  using temporary = Temporary.folder();
  const root = temporary.path;
  const program = compile(root, "first");
  Deno.writeTextFileSync(`${root}/t.mtrace`, traceOf(program, "first"));
  await work({ root, trace: `${root}/t.mtrace`, program });
}

Deno.test({
  ...withTools(["gcc"], "names looked up by one run are available to the next one, which adds its own"),
  async fn() {
    await inFolder(async (of) => {
      const whole = await ask(of, [FEW, MORE, ALL]);
      assertEquals([whole.asked, whole.lookedUp], [FUNCTIONS, FUNCTIONS]);
      removeIndex(indexesIn(`${of.root}/indexes`)[0]!.path);
      assertEquals(indexesIn(`${of.root}/indexes`), []);
      const [few, more, all] = whole.rows;
      const first = await ask(of, [FEW]);
      assertEquals([first.rows, first.asked, first.lookedUp], [[few!], 3, 3]);
      const again = await ask(of, [FEW, FEW]);
      assertEquals([again.rows, again.asked, again.lookedUp], [[few!, few!], 3, 0]);
      const second = await ask(of, [MORE]);
      assertEquals([second.rows, second.lookedUp], [[more!], FUNCTIONS - 20]);
      const third = await ask(of, [ALL, FEW]);
      assertEquals([third.rows, third.asked, third.lookedUp], [[all!, few!], FUNCTIONS, 20 - 3]);
      assertEquals((await ask(of, [ALL])).lookedUp, 0);
      // There is one entry in the list, and it is removed together with its names.
      const { path } = indexesIn(`${of.root}/indexes`)[0]!;
      assert(Deno.statSync(namesPath(path)).isFile);
      removeIndex(path);
      assertEquals([...Deno.readDirSync(`${of.root}/indexes`)], []);
    });
  },
});

Deno.test({
  ...withTools(["gcc"], "cached names are used only while the program is unchanged"),
  async fn() {
    await inFolder(async (of) => {
      const { rows: [few] } = await ask(of, [FEW]);
      const { path } = indexesIn(`${of.root}/indexes`)[0]!;
      // A program that was rewritten with the same bytes.
      Deno.writeFileSync(of.program, Deno.readFileSync(of.program));
      const same = await ask(of, [FEW]);
      assertEquals([same.rows, same.lookedUp], [[few!], 3]);
      // Functions have other names.
      compile(of.root, "other");
      const other = await ask(of, [FEW]);
      const renamed = few!.map((row) => row.map((cell) => String(cell).replaceAll("first", "other")));
      assertEquals([other.rows[0]!.map((row) => row.map(String)), other.lookedUp], [renamed, 3]);
      assertEquals((await ask(of, [FEW])).lookedUp, 0);
      // A file with one flipped bit.
      const bytes = Deno.readFileSync(namesPath(path));
      const at = new TextDecoder().decode(bytes).indexOf("other_1");
      Deno.writeFileSync(namesPath(path), bytes.with(at, bytes[at]! ^ 1));
      const damaged = await ask(of, [FEW]);
      assertEquals([damaged.rows, damaged.lookedUp], [other.rows, 3]);
    });
  },
});

Deno.test({
  ...withTools(
    ["gcc"],
    "a program that changes while its trace is open gives no more names, and this is reported",
  ),
  async fn() {
    await inFolder(async (of) => {
      let changes = 0;
      const change = (): void => {
        if (changes++ === 0) compile(of.root, "other");
      };
      const { rows, warnings } = await ask(of, [FEW, ALL, FEW], change);
      const [few, all, again] = rows;
      assertEquals(again, few);
      assertEquals(all!.map(([func]) => func), ["first_0", "first_1", "first_2", null]);
      assertEquals(warnings, [
        `${of.program} has changed since it was opened: functions that were not looked up before have no names`,
      ]);
      // Names found before are not used for a changed program.
      const next = await ask(of, [FEW]);
      assertNotEquals(next.rows, [few!]);
      assertEquals(next.warnings, []);
    });
  },
});

import { assertEquals, assertThrows } from "@std/assert";
import { finishSteps } from "../../src/query/operators/operator.ts";
import {
  type Exports as Kernels,
  WASM_BASE64 as SELECT,
} from "../../src/query/execution/kernels/select.wasm.ts";
import { Arena } from "../../src/memory/arena.ts";
import { Crew } from "../../src/memory/crew.ts";
import { CrewFailure, type CrewSection } from "../../src/memory/crew_section.ts";
import { CrewWord } from "../../src/memory/crew_words.ts";
import type { ThreadSettings } from "../../src/memory/threads.ts";
import { KernelTable, type RecordedKernels } from "../../src/memory/kernel_table.ts";

const TABLE = new KernelTable([SELECT]);
const BITMAP = 8192;
/** Nanoseconds of work that justify starting workers. */
const LONG = 1e9;

/** Runs a section of a new crew, which ends with it. */
function inSection(
  use: (section: CrewSection, kernels: RecordedKernels<Kernels>, arena: Arena, crew: Crew) => void,
  settings: ThreadSettings = { threads: 3, always: true, mayFail: false },
): Crew {
  const arena = new Arena();
  const crew = new Crew(settings);
  const used = arena.used;
  try {
    const section = crew.section({ arena, table: TABLE, cost: LONG, own: 2 * BITMAP, each: 8 })!;
    try {
      use(section, TABLE.writing<Kernels>(SELECT, section.calls), arena, crew);
    } finally {
      section.close();
    }
    assertEquals(arena.used, used);
  } finally {
    crew.stop();
    arena.close();
  }
  return crew;
}

/** Waits until every task that was queued has been taken by a worker. */
function untilTaken({ words }: Crew): void {
  for (let next; (next = Atomics.load(words, CrewWord.Next)) !== words[CrewWord.Published];) {
    Atomics.wait(words, CrewWord.Next, next, 1);
  }
}

Deno.test("a section runs all tasks, also more than can wait at a time, and ends them in order", () => {
  inSection((section, kernels, arena) => {
    const found: number[] = [];
    for (let task = 0; task < 300; task++) {
      finishSteps(section.begin());
      const { each } = section;
      kernels.fillBits(section.own(0), task);
      kernels.countBits(section.own(0), 65536);
      section.calls.keep(each);
      finishSteps(section.add(() => found.push(arena.u32[each >>> 2]!)));
    }
    finishSteps(section.finish());
    assertEquals(found, Array.from({ length: 300 }, (_, task) => task));
  });
});

Deno.test("recorded calls copy, fill and store, and skip the calls that a condition excludes", () => {
  for (const [set, kept] of [[0, 7], [100, 0]]) {
    inSection((section, kernels, arena) => {
      finishSteps(section.begin());
      const { each } = section;
      const numbers = section.own(BITMAP);
      section.calls.fill(numbers, 7, 16);
      section.calls.store(numbers, 0x01020304);
      kernels.fillBits(section.own(0), 16);
      kernels.selectRange(numbers, 1, 16, 7n, 7n, 0, 0, section.own(0));
      kernels.countBits(section.own(0), 16);
      section.calls.keep(each);
      kernels.fillBits(section.own(0), set!);
      kernels.countBits(section.own(0), 65536);
      const skipped = section.calls.skip();
      section.calls.fill(numbers, 0, 16);
      section.calls.land(skipped);
      section.calls.copy(numbers + 8, each + 4, 1);
      finishSteps(section.add());
      finishSteps(section.finish());
      assertEquals([arena.u32[each >>> 2], arena.u8[each + 4]], [12, kept]);
    });
  }
});

Deno.test("workers fill, copy and store in memory that has grown since they received it", () => {
  inSection((section, _, arena, crew) => {
    const bytes = 64 << 20;
    const at = arena.alloc(bytes);
    const end = at + bytes - 8;
    finishSteps(section.begin());
    section.calls.fill(end, 7, 2);
    section.calls.copy(end, end + 2, 2);
    section.calls.store(end + 4, 9);
    finishSteps(
      section.add(() => assertEquals([...arena.u8.subarray(end, end + 8)], [7, 7, 7, 7, 9, 0, 0, 0])),
    );
    untilTaken(crew);
    finishSteps(section.finish());
    arena.free(at);
  }, { threads: 2, always: false, mayFail: false });
});

Deno.test("a task with more calls than fit into a ring runs at once", () => {
  inSection((section, kernels, arena) => {
    finishSteps(section.begin());
    const { each } = section;
    for (let call = 0; call < 500; call++) kernels.fillBits(section.own(0), call);
    kernels.countBits(section.own(0), 65536);
    section.calls.keep(each);
    let found = 0;
    finishSteps(section.add(() => found = arena.u32[each >>> 2]!));
    finishSteps(section.finish());
    assertEquals(found, 499);
  });
});

Deno.test("closing a section skips tasks that have not started", () => {
  let finished = 0;
  inSection((section, kernels) => {
    for (let task = 0; task < 60; task++) {
      finishSteps(section.begin());
      for (let call = 0; call < 50; call++) kernels.fillBits(section.own(0), 65536);
      finishSteps(section.add(() => finished++));
    }
  });
  assertEquals(finished, 0);
});

Deno.test("a kernel that traps on a worker fails its section and ends the crew", () => {
  const arena = new Arena();
  const crew = new Crew({ threads: 2, always: true, mayFail: true });
  const options = { arena, table: TABLE, cost: 0, own: BITMAP };
  const failing = crew.section(options)!;
  try {
    finishSteps(failing.begin());
    // There is no memory at this address.
    TABLE.writing<Kernels>(SELECT, failing.calls).fillBits(0xffff_0000 | 0, 8);
    finishSteps(failing.add(() => {
      throw new Error("Nothing came of it");
    }));
    untilTaken(crew);
    assertThrows(() => finishSteps(failing.finish()), CrewFailure);
  } finally {
    failing.close();
    crew.stop();
  }
  assertEquals(crew.workerCount, 0);
  assertEquals(crew.section(options), undefined);
  arena.close();
});

Deno.test("a stopped crew finishes the open section, and starts no other", () => {
  inSection((section, kernels, arena, crew) => {
    let found = 0;
    finishSteps(section.begin());
    const { each } = section;
    kernels.fillBits(section.own(0), 9);
    kernels.countBits(section.own(0), 65536);
    section.calls.keep(each);
    finishSteps(section.add(() => found = arena.u32[each >>> 2]!));
    crew.stop();
    assertEquals(crew.workerCount, 2);
    finishSteps(section.finish());
    assertEquals(found, 9);
    section.close();
    assertEquals(crew.workerCount, 0);
    assertEquals(crew.section({ arena, table: TABLE, cost: 0, own: 0 }), undefined);
  });
});

import { assertEquals } from "@std/assert";
import { TRACE_LIMITS } from "../../src/base/limits/trace_limits.ts";
import type { Problem } from "../../src/events/trace_sink.ts";
import { type ProblemFinder, ProblemList } from "../../src/tables/problem_list.ts";

function problem(code: string, offset: number, record = 0): Problem {
  return { severity: "note", code, offset, record, message: "", handling: "" };
}

const FOUND: Readonly<Record<ProblemFinder, readonly Problem[]>> = {
  reader: [problem("odd", 5), problem("odd", 5, 1), problem("cut", 900), problem("no-start", 0)],
  pairing: [problem("free", 5), problem("free", 70), problem("late", -1, 3), problem("late", -1, 2)],
  container: [problem("cut-container", 10)],
};

Deno.test("ProblemList.inOrder() sorts by position in the file, whatever the order of discovery", () => {
  const orders: readonly (readonly ProblemFinder[])[] = [
    ["reader", "pairing", "container"],
    ["container", "pairing", "reader"],
    ["pairing", "reader", "container"],
  ];
  for (const finders of orders) {
    const list = new ProblemList();
    for (const finder of finders) for (const each of FOUND[finder]) list.add(each, finder);
    const { problems, counts } = list.inOrder();
    assertEquals(problems.map(({ code, offset, record }) => [code, offset, record]), [
      ["no-start", 0, 0],
      ["odd", 5, 0],
      ["odd", 5, 1],
      ["free", 5, 0],
      ["free", 70, 0],
      ["cut", 900, 0],
      ["late", -1, 3],
      ["late", -1, 2],
      ["cut-container", 10, 0],
    ]);
    assertEquals([...counts], [["no-start", 1], ["odd", 2], ["free", 2], ["cut", 1], ["late", 2], [
      "cut-container",
      1,
    ]]);
  }
});

Deno.test("ProblemList.inOrder() keeps the first of each code and counts all", () => {
  const most = TRACE_LIMITS.problems.most;
  const list = new ProblemList();
  for (let at = 0; at < most + 5; at++) {
    list.add(problem("free", 2 * at), "pairing");
    list.add(problem("free", 2 * at + 1), "reader");
  }
  const { problems, counts } = list.inOrder();
  assertEquals(problems.map(({ offset }) => offset), Array.from({ length: most }, (_, at) => at));
  assertEquals([...counts], [["free", 2 * (most + 5)]]);
});

Deno.test("ProblemList.withdraw() removes problems of all finders", () => {
  const list = new ProblemList();
  for (const finder of Object.keys(FOUND) as ProblemFinder[]) {
    for (const each of FOUND[finder]) list.add(each, finder);
  }
  const copy = new ProblemList();
  copy.copyFrom(list);
  assertEquals(list.withdraw(new Set(["cut", "cut-container"]))?.code, "cut");
  assertEquals(list.withdraw(new Set(["cut"])), undefined);
  assertEquals(list.inOrder().problems.length, 7);
  assertEquals(list.inOrder().counts.has("cut"), false);
  assertEquals(copy.inOrder().problems.length, 9);
});

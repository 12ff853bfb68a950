/** Recorded calls on memory that has grown since the machine that runs them was created. */
import { assertEquals, assertThrows } from "@std/assert";
import { CallList, CallMachine } from "../../src/memory/call_list.ts";
import type { GeneratedFunctions } from "../../src/memory/generated_modules.ts";

const PAGE = 65536;

/** A machine on memory of one page, which then grows by another; returns the bytes of generated functions. */
function machineOnGrownMemory(): { machine: CallMachine; memory: WebAssembly.Memory; modules: number[][] } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4, shared: true });
  const modules: number[][] = [];
  const generated = {
    functionOf(_: number, bytesOf: () => Uint8Array) {
      modules.push([...bytesOf()]);
      return () => 5;
    },
  } as unknown as GeneratedFunctions;
  const machine = new CallMachine([], memory, generated);
  memory.grow(1);
  return { machine, memory, modules };
}

Deno.test("CallMachine reads a generated function from memory that has grown since", () => {
  const { machine, memory, modules } = machineOnGrownMemory();
  new Uint8Array(memory.buffer).set([1, 2, 3, 4], PAGE + 8);
  const list = new CallList();
  list.generated(1, [PAGE + 8, 4]);
  list.keep(PAGE + 16);
  list.run(machine);
  assertEquals(modules, [[1, 2, 3, 4]]);
  assertEquals(new Uint32Array(memory.buffer)[(PAGE + 16) / 4], 5);
});

Deno.test("CallMachine writes up to the last byte of memory that has grown since, and throws beyond it", () => {
  for (const action of ["store", "fill", "copy"] as const) {
    const { machine, memory } = machineOnGrownMemory();
    const list = new CallList();
    const end = 2 * PAGE;
    if (action === "store") list.store(end - 4, 7);
    else if (action === "fill") list.fill(end - 4, 7, 4);
    else {
      new Uint8Array(memory.buffer).fill(7, 0, 4);
      list.copy(0, end - 4, 4);
    }
    list.run(machine);
    assertEquals(new Uint8Array(memory.buffer)[action === "store" ? end - 4 : end - 1], 7, action);
    list.clear();
    list.fill(end - 4, 7, 5);
    assertThrows(() => list.run(machine), RangeError, `Memory ends before ${end + 1}`);
  }
});

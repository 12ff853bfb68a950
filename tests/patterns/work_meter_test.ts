import { assertEquals, assertThrows } from "@std/assert";
import { WorkLimitError, WorkMeter } from "../../src/patterns/work_meter.ts";

Deno.test("WorkMeter counts steps and stops the work at its limit", () => {
  const meter = new WorkMeter({ limit: 10 });
  meter.spend(4);
  meter.spend(5);
  assertEquals(meter.spent, 9);
  assertThrows(() => meter.spend(1), WorkLimitError);
  assertEquals(meter.spent, 10);
  assertThrows(() => meter.spend(1), WorkLimitError);
});

Deno.test("WorkMeter without a limit only counts", () => {
  const meter = new WorkMeter();
  for (let at = 0; at < 5; at++) meter.spend(1e9);
  assertEquals(meter.spent, 5e9);
});

Deno.test("WorkMeter calls its check at regular intervals, and no more often", () => {
  const looks: number[] = [];
  const meter: WorkMeter = new WorkMeter({ every: 10, check: () => looks.push(meter.spent) });
  for (let at = 0; at < 45; at++) meter.spend(1);
  meter.spend(100);
  meter.spend(9);
  meter.spend(1);
  assertEquals(looks, [10, 20, 30, 40, 145, 155]);
});

Deno.test("WorkMeter with a check and a limit follows both", () => {
  let looks = 0;
  const meter = new WorkMeter({ every: 10, limit: 25, check: () => void looks++ });
  for (let at = 0; at < 24; at++) meter.spend(1);
  assertEquals(looks, 2);
  assertThrows(() => meter.spend(1), WorkLimitError);
  assertEquals(looks, 2);
  const stopping = new WorkMeter({
    every: 3,
    check: () => {
      throw new RangeError("enough");
    },
  });
  stopping.spend(2);
  assertThrows(() => stopping.spend(1), RangeError, "enough");
});

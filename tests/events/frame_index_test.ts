/** Frames are found like in a map whose keys are their fields as text. */
import { assertEquals } from "@std/assert";
import { FRAME_FIELDS, FrameIndex } from "../../src/events/frame_index.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

Deno.test("FrameIndex finds remaining frames after others were removed", () => {
  for (let seed = 1; seed <= seeds(20); seed++) {
    const random = new Random(seed);
    const index = new FrameIndex();
    const list = new Int32Array(FRAME_FIELDS * 4096);
    const known = new Map<string, number>();
    const free = Array.from({ length: 4095 }, (_, id) => 4095 - id);
    for (let step = 0; step < 6000; step++) {
      const fields = Int32Array.from(
        { length: FRAME_FIELDS },
        (_, at) => at % 3 === 0 ? random.below(14) - 7 : 0,
      );
      const key = fields.join();
      const id = index.find(list, fields);
      assertEquals(id, known.get(key) ?? 0);
      if (id === 0) {
        const added = free.pop()!;
        list.set(fields, added * FRAME_FIELDS);
        index.add(added);
        known.set(key, added);
      } else if (random.below(2) === 0) {
        index.delete(list, id);
        known.delete(key);
        free.push(id);
      }
      assertEquals(index.size, known.size);
    }
  }
});

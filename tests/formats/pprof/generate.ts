/** Heap profiles as Go's runtime writes them, of any length. */

import { protoMessage } from "../../../src/export/proto_writer.ts";
import { Random } from "../../support/random.ts";

/** Locations of the program; most of them need a two-byte number, as in programs of that size. */
const LOCATIONS = 4000;
const FILES = 300;
/** Number of locations that one location calls. */
const CALLEES = 4;
const TYPES = [["alloc_objects", "count"], ["alloc_space", "bytes"], ["inuse_objects", "count"], [
  "inuse_space",
  "bytes",
]] as const;

/** Samples with 20 to 60 frames, a label with a number, and for some of them one with a text. */
export function generateProfile(
  { samples, seed }: { readonly samples: number; readonly seed: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const texts = ["", ...TYPES.flat(), "tenant"];
  const callees = Uint32Array.from(
    { length: CALLEES * (LOCATIONS + 1) },
    () => 1 + random.below(LOCATIONS),
  );
  const textOf = (text: string): number => texts.push(text) - 1;
  return protoMessage((profile) => {
    TYPES.forEach((_, at) =>
      profile.inner(1, (type) => {
        type.number(1, 1 + 2 * at);
        type.number(2, 2 + 2 * at);
      })
    );
    const tenants = Array.from({ length: 200 }, (_, at) => textOf(`tenant ${at}`));
    for (let count = 0; count < samples; count++) {
      profile.inner(2, (sample) => {
        const stack: bigint[] = [];
        let at = 1;
        for (let depth = 20 + random.below(40); depth > 0; depth--) {
          stack.push(BigInt(at));
          at = callees[CALLEES * at + random.below(CALLEES)]!;
        }
        const objects = 1 + random.below(50), size = 8 * (1 + random.below(500));
        const live = random.oneIn(3) ? random.below(objects) : 0;
        sample.packed(1, stack.reverse());
        sample.packed(2, [objects, objects * size, live, live * size].map(BigInt));
        sample.inner(3, (label) => {
          label.number(1, 2);
          label.number(3, size);
        });
        if (random.oneIn(4)) {
          sample.inner(3, (label) => {
            label.number(1, 9);
            label.number(2, random.pick(tenants));
          });
        }
      });
    }
    const files = Array.from({ length: FILES }, (_, at) => textOf(`/src/part${at % 20}/file${at}.go`));
    for (let id = 1; id <= LOCATIONS; id++) {
      profile.inner(4, (location) => {
        location.number(1, id);
        location.number(2, 1);
        location.number(3, 0x401000 + 32 * id);
        location.inner(4, (line) => {
          line.number(1, id);
          line.number(2, 1 + random.below(900));
        });
      });
      profile.inner(5, (func) => {
        const name = textOf(`example.com/part${id % 20}.(*Type${id % 70}).method${id}`);
        func.number(1, id);
        func.number(2, name);
        func.number(3, name);
        func.number(4, random.pick(files));
      });
    }
    profile.inner(3, (mapping) => {
      mapping.number(1, 1);
      mapping.number(2, 0x400000);
      mapping.number(3, 0x900000);
      mapping.number(5, textOf("/usr/bin/program"));
      mapping.number(7, 1);
    });
    for (const text of texts) profile.text(6, text);
  });
}

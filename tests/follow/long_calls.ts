/** Long logs of sp-rtrace: with more calls than are held to be sorted, or with fewer. */
import { joinBytes } from "../../src/base/join_bytes.ts";
import { backtrace, call, makeLog, type Packet } from "../formats/sp_rtrace_bin/make_log.ts";
import type { Random } from "../support/random.ts";

const MORE_THAN_HELD = 600_000;
const FEW = 20_000;

function callCount(random: Random): number {
  return random.oneIn(3) ? MORE_THAN_HELD + random.below(200_000) : FEW;
}

/** A log, whose head and packets are made in pieces, since a list of all bytes would be long. */
export function spRtraceLog(random: Random): Uint8Array {
  const shape = { pointerSize: random.pick([4, 8] as const), littleEndian: random.oneIn(2) };
  const head = makeLog(shape, []).length;
  const pieces = [makeLog(shape, [["RESR", { u32: 1 }, { u32: 0 }, { text: "memory" }, { text: "memory" }]])];
  const calls = callCount(random);
  let packets: Packet[] = [];
  for (let no = 1; no <= calls; no++) {
    const id = BigInt(0x1000 + 16 * random.below(5000));
    packets.push(
      random.below(100) < 45 ? call(1, 1, "free", 0, id) : call(
        random.oneIn(999) ? 7 : 1,
        2,
        random.pick(["malloc", "calloc"]),
        random.below(9999),
        id,
        random.below(3),
      ),
    );
    if (random.oneIn(50)) packets.push(["ARGS", { u32: 1 }, { text: "a" }, { text: `${random.below(9)}` }]);
    if (!random.oneIn(50)) {
      packets.push(
        backtrace(...Array.from({ length: random.below(4) }, () => BigInt(0x4000 + random.below(300)))),
      );
    }
    if (random.oneIn(2000)) {
      packets.push(["MMAP", { pointer: 0x4000n }, { pointer: BigInt(0x4000 + random.below(300)) }, {
        text: "/l.so",
      }]);
    }
    if (random.oneIn(5000)) packets.push(["CTXR", { u32: 1 }, { text: "context" }]);
    if (packets.length < 5000 && no < calls) continue;
    pieces.push(makeLog(shape, packets).subarray(head));
    packets = [];
  }
  return joinBytes(pieces);
}

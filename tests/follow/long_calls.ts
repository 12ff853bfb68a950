/** Long logs of sp-rtrace, with more calls than the sorting buffer holds, or fewer. */
import { joinBytes } from "../../src/base/join_bytes.ts";
import { backtrace, call, makeLog, type Packet } from "../formats/sp_rtrace_bin/make_log.ts";
import { byEffort } from "../support/effort.ts";
import type { Random } from "../support/random.ts";

const MORE_THAN_HELD = 600_000;
const FEW = 20_000;
/** One in this many logs is long: a test over a long one takes up to half a minute. */
const ONE_IN = byEffort(3, 60);

function callCount(random: Random): number {
  return random.oneIn(ONE_IN) ? MORE_THAN_HELD + random.below(200_000) : FEW;
}

/** A log whose header and packets are written in pieces, since a list of all bytes would be too long. */
export function spRtraceLog(random: Random): Uint8Array {
  const shape = { pointerSize: random.pick([4, 8] as const), littleEndian: random.oneIn(2) };
  const head = makeLog(shape, []).length;
  const pieces = [makeLog(shape, [["RESR", { u32: 1 }, { u32: 0 }, { text: "memory" }, { text: "memory" }]])];
  const calls = callCount(random);
  const oddEvery = random.pick([50, 5000, 100_000]);
  let packets: Packet[] = [];
  for (let no = 1; no <= calls; no++) {
    const id = BigInt(0x1000 + 16 * random.below(5000));
    packets.push(
      random.below(100) < 45 ? call(random.oneIn(999) ? 3 : 1, 1, "free", 0, id) : call(
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
    if (random.oneIn(oddEvery)) packets.push(backtrace(0x4000n), backtrace(0x4000n));
    if (random.oneIn(oddEvery)) {
      const type = 1 + random.below(5);
      packets.push(["RESR", { u32: type }, { u32: random.below(2) }, { text: `t${type}` }, { text: "late" }]);
    }
    if (packets.length < 5000 && no < calls) continue;
    pieces.push(makeLog(shape, packets).subarray(head));
    packets = [];
  }
  return joinBytes(pieces);
}

/** Lines of a report that come between its calls. */
const BETWEEN: readonly ((random: Random) => string)[] = [
  (random) => `: /l${random.below(9)}.so => 0x4000-0x${(0x4000 + random.below(300)).toString(16)}`,
  (random) => `<${4 << random.below(4)}> : late${random.below(4)} (registered late) [refcount]`,
  () => "@ 8 : context (eight)",
  () => "# temporary",
  (random) => `#kept ${random.below(9)}`,
  () => "nonsense",
  () => "\t0x1234",
  () => "\t$path = /tmp/a",
  () => "& file : some where.bin",
];

/** A report, mostly plain: calls out of order, some by far, across midnight, with or without a type. */
export function spRtraceText(random: Random): Uint8Array {
  const header = random.oneIn(9)
    ? ""
    : `version=2.0, arch=x86_64, pid=7, process=./made, ${random.oneIn(9) ? "filter=compress, " : ""}\n`;
  const lines: string[] = [header || "1. malloc(3) = 0x8\n"];
  const addType = "<1> : memory (memory)\n<2> : fd (descriptors) [refcount]\n";
  const [isUntyped, end] = [random.oneIn(4), random.oneIn(20) ? "\r\n" : "\n"];
  if (!isUntyped) lines.push(addType);
  const calls = callCount(random);
  const oddEvery = random.pick([50, 5000, 100_000]);
  const start = random.pick([3_600_000, 86_399_000]);
  const clock = (time: number): string => {
    const [second, millisecond] = [Math.floor(time / 1000) % 86_400, time % 1000];
    const parts = [second / 3600, second / 60 % 60, second % 60].map((part) => Math.floor(part));
    return `${parts.map((part) => String(part).padStart(2, "0")).join(":")}.${
      String(millisecond).padStart(3, "0")
    }`;
  };
  for (let no = 2; no <= calls; no++) {
    if (isUntyped && no === calls >>> 1) lines.push(addType);
    const late = random.oneIn(5000) ? random.below(random.oneIn(9) ? 60_000 : 300) : 0;
    const time = clock(start + Math.floor(no / 10) - Math.min(late, Math.floor(no / 10)));
    const id = `0x${(0x1000 + 16 * random.below(5000)).toString(16)}`;
    const isFree = random.below(100) < 45;
    const type = random.oneIn(3)
      ? ""
      : random.oneIn(999)
      ? "<fd>"
      : random.oneIn(999)
      ? "<late1>"
      : "<memory>";
    const call = isFree
      ? `free${type}(${id})`
      : `${random.pick(["malloc", "calloc"])}${type}(${random.below(9999)}) = ${id}`;
    const fine = random.oneIn(50_000) ? "123" : "";
    const when = random.oneIn(200) ? "" : `[${time}${fine}] `;
    lines.push(`${no}. ${random.oneIn(50) ? "@2 " : ""}${when}${call}${end}`);
    // Sometimes calls share a backtrace, or arguments and comments come between.
    if (random.oneIn(100)) continue;
    for (let level = random.oneIn(50) ? 0 : random.below(4); level > 0; level--) {
      lines.push(
        `\t0x${(0x4000 + random.below(300)).toString(16)}${random.oneIn(2) ? "" : ` f${level}()`}${end}`,
      );
    }
    if (random.oneIn(oddEvery)) lines.push(`${random.pick(BETWEEN)(random)}${end}`);
    if (!random.oneIn(100)) lines.push(end);
  }
  return new TextEncoder().encode(lines.join(""));
}

/** Reads reports in the simplest way, with strings and regular expressions, to check the fast readers. */

import type { MemorySink } from "../../support/memory_sink.ts";
import { addressesOf } from "./read_sample.ts";

/** A call with everything that belongs to it. */
export interface PlainCall {
  no: string;
  kind: string;
  name: string | null;
  type: string | null;
  addr: string;
  size: string | null;
  context: number | null;
  /** Nanoseconds. */
  time: bigint | null;
  frames: string[];
}

/** A report as lists. */
export interface PlainReport {
  calls: PlainCall[];
  args: string[][];
  comments: string[];
  maps: string[];
  types: string[];
  contexts: string[];
  attachments: string[];
}

const CALL =
  /^[ \t]*(-?\+?\d+)\.[^ \t]*(?:[ \t]+@(?:0x)?([0-9a-fA-F]+)[^ \t]*)?(?:[ \t]*\[(\d+):(\d+):(\d+)\.(\d+)[^ \t]*)?(.*)$/s;
const TAIL = /^(.*)\((?:[ \t]*(-?\d+)\)[ \t]*=[ \t]*0x([0-9a-fA-F]+).*|0x([0-9a-fA-F]+)\).*)$/s;

function readCall(
  line: string,
  defaultType: string | null,
): PlainCall | undefined {
  const head = CALL.exec(line);
  const tail = head && TAIL.exec(head[7]!);
  if (!head || !tail || tail[0].slice(tail[1]!.length + 1).includes("(")) {
    return undefined;
  }
  const before = tail[1]!.replace(/^[ \t]+/, "");
  const typed = /^(.*)<([^<]*)>$/s.exec(before);
  const isFree = tail[4] !== undefined;
  const [hour, minute, second] = head.slice(3, 6).map(Number);
  return {
    no: BigInt.asUintN(64, BigInt(head[1]!)).toString(),
    kind: isFree ? "free" : "alloc",
    name: (typed ? typed[1]! : before) || null,
    type: typed && typed[2] !== "" ? typed[2]! : defaultType,
    addr: BigInt("0x" + (tail[4] ?? tail[3])).toString(16),
    size: isFree ? null : BigInt.asUintN(64, BigInt(tail[2]!)).toString(),
    context: head[2] === undefined ? null : Number("0x" + head[2]),
    time: head[3] === undefined
      ? null
      : BigInt((hour! * 60 + minute!) * 60 + second!) * 1_000_000_000n + fractionOf(head[6]!),
    frames: [],
  };
}

/** Three digits are a count of milliseconds, more are decimals of the second. */
function fractionOf(digits: string): bigint {
  if (digits.length <= 3) return BigInt(digits) * 1_000_000n;
  return BigInt(digits.slice(0, 9).padEnd(9, "0"));
}

/** Reads a text that has a header. */
export function readPlainly(text: string): PlainReport {
  const report: PlainReport = {
    calls: [],
    args: [],
    comments: [],
    maps: [],
    types: [],
    contexts: [],
    attachments: [],
  };
  let open: PlainCall[] = [];
  let frames: string[] = [];
  let defaultType: string | null = null;
  const close = (): void => {
    for (const call of open) call.frames = frames;
    open = [];
    frames = [];
  };
  for (const line of text.split("\n").slice(1)) {
    const frame = /^[ \t]*0x([0-9a-fA-F]+)/.exec(line);
    const arg = /^[ \t]+\$([^ \t=]+)[ \t]*=[ \t]?(.*)$/.exec(line);
    const call = frame ? undefined : readCall(line, defaultType);
    if (/^[ \t]*$/.test(line)) close();
    else if (frame) {
      if (open.length > 0) {
        frames.push("0x" + BigInt("0x" + frame[1]!).toString(16));
      }
    } else if (call) {
      if (frames.length > 0) close();
      open.push(call);
      report.calls.push(call);
    } else if (arg) {
      if (open.length > 0) {
        report.args.push([open.at(-1)!.no, arg[1]!, arg[2]!]);
      }
    } else {
      const map = /^:[ \t]*([^ \t]+)[ \t]*=>[ \t]*0x([0-9a-f]+)[ \t]*-[ \t]*0x([0-9a-f]+)/i
        .exec(line);
      const context = /^@[ \t]*([0-9a-f]+)[ \t]*:[ \t]*(.*)$/i.exec(line);
      const type = /^<([0-9a-f]+)>[ \t]*:[ \t]*([^ \t]+)[ \t]*\((.+)\)/i.exec(
        line,
      );
      const attached = /^&[ \t]*([^ \t]+)[ \t]*:[ \t]*(.*[^ \t])/.exec(line);
      if (map) report.maps.push(map.slice(1).join(" "));
      else if (context) report.contexts.push(context.slice(1).join(" "));
      else if (type) {
        if (report.types.some((each) => each.split(" ")[1] === type[2])) {
          continue;
        }
        report.types.push(type.slice(1).join(" "));
        defaultType ??= type[2]!;
      } else if (attached) report.attachments.push(attached.slice(1).join(" "));
      else {
        if (!line.startsWith("# ")) close();
        report.comments.push(line);
      }
    }
  }
  close();
  return report;
}

/** A report as lists, from the rows staged by a reader. */
export function plainOf(sink: MemorySink): PlainReport {
  const hex = (value: unknown): string => (value as bigint).toString(16);
  return {
    calls: sink.rows("events").map((row) => ({
      no: String(row["no"]),
      kind: String(row["kind"]),
      name: row["name"] as string | null,
      type: row["type"] as string | null,
      addr: hex(row["addr"]),
      size: row["size"] === null ? null : String(row["size"]),
      context: row["context"] as number | null,
      time: row["time"] as bigint | null,
      frames: addressesOf(sink, row),
    })),
    args: sink.rows("args").map((
      row,
    ) => [String(row["no"]), String(row["arg"]), String(row["value"] ?? "")]),
    comments: sink.rows("comments").map((row) => String(row["text"])),
    maps: sink.rows("maps").map((row) => `${row["module"]} ${hex(row["addr"])} ${hex(row["end"])}`),
    types: sink.rows("types").map((row) =>
      `${(row["mask"] as number).toString(16)} ${row["type"]} ${row["description"]}`
    ),
    contexts: sink.rows("contexts").map((row) =>
      `${(row["context"] as number).toString(16)} ${row["name"] ?? ""}`
    ),
    attachments: sink.rows("attachments").map((row) => `${row["name"]} ${row["path"]}`),
  };
}

/**
 * Reads sp-rtrace logs packet by packet.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { PACKET_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { FORMAT_NAME, HANDSHAKE, type Handshake, MAX_HANDSHAKE, readHandshake } from "./handshake.ts";
import { LogReader } from "./log_reader.ts";
import { PACKET_TYPES, packetName, swapPacketType } from "./packet_types.ts";

/** Real packets have at most about 8 KB; a packet longer than this is damaged. */
const MAX_PACKET = PACKET_LIMITS.packet.most;

/** Reads all logs of a file; every handshake begins a new trace. */
export async function readLogs(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  await window.need(MAX_HANDSHAKE);
  let handshake = readHandshake(window.bytes, window.at, window.end);
  if (!handshake) {
    throw new FormatError("Cannot read sp-rtrace log: no handshake found", {
      format: FORMAT_NAME,
      offset: window.offset,
    });
  }
  for (let count = 1; handshake; count++) {
    window.at += handshake.length;
    const log = new LogReader(sink, handshake, options.functionAt);
    const next = await readPackets(window, log, handshake, options);
    if (next === "reported") return log.close();
    handshake = next;
    log.finish(window.offset);
    if (handshake && count === MOST_TRACES) return await skipOtherTraces(window, sink);
    if (handshake) sink = sink.nextSegment();
  }
}

/**
 * Reads packets up to the end or the next handshake, which it returns; returns "reported" if everything has
 * already been written.
 */
async function readPackets(
  window: ByteWindow,
  log: LogReader,
  handshake: Handshake,
  { signal, growth }: ReadOptions,
): Promise<Handshake | "reported" | undefined> {
  // Before version 2, the length precedes the type and includes it.
  const old = handshake.major < 2;
  while (true) {
    while (window.left >= 8) {
      const { bytes, at } = window;
      const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
      let type = view.getInt32(old ? 4 : 0, handshake.littleEndian);
      const length = view.getUint32(old ? 0 : 4, handshake.littleEndian) - (old ? 4 : 0);
      if (!PACKET_TYPES.has(type) && PACKET_TYPES.has(swapPacketType(type))) type = swapPacketType(type);
      if (!PACKET_TYPES.has(type)) {
        const isWhole = await window.need(MAX_HANDSHAKE);
        const next = readHandshake(window.bytes, window.at, window.end);
        if (next) return next;
        // When more bytes arrive, this may become a packet.
        if (!isWhole && window.bytes[window.at] === HANDSHAKE) growth?.giveUp();
      }
      const isKnown = PACKET_TYPES.has(type);
      if (length < 0 || length > MAX_PACKET || !(isKnown || isName(type))) {
        return stopAt(window, log, type, length);
      }
      if (window.left < 8 + length) break;
      const start = window.at + 8;
      if (isKnown) log.take(type, window.bytes, start, start + length, window.offset);
      else noteUnknown(window, log, type);
      window.at = start + length;
    }
    signal?.throwIfAborted();
    if (await window.more()) continue;
    growth?.atEnd(true);
    noteCut(window, log);
    if (!growth) return undefined;
    log.show(window.offset);
    if (!(await growth.grown())) return "reported";
  }
}

function noteCut({ left, offset }: ByteWindow, log: LogReader): void {
  if (left === 0) return;
  const message = "The last packet is truncated";
  log.problemAt(offset, "error", "cut-record", message, "kept the packets before it");
}

function noteUnknown(window: ByteWindow, log: LogReader, type: number): void {
  const message = `Packet type "${packetName(type)}" is unknown`;
  log.problemAt(window.offset, "warning", "unknown-packet", message, "skipped it");
}

/** Reports that no valid packet begins here; the bytes after it cannot be trusted. */
function stopAt(window: ByteWindow, log: LogReader, type: number, length: number): undefined {
  const message = `No packet begins here: type "${packetName(type)}", length ${length}`;
  log.problemAt(window.offset, "error", "lost-packets", message, "kept the packets before it");
  return undefined;
}

/** Whether a packet type consists of four capital letters or digits. */
function isName(type: number): boolean {
  return /^[A-Z0-9]{4}$/.test(packetName(type));
}

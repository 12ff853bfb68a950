/**
 * Reads sp-rtrace logs packet by packet.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { PACKET_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../many_traces.ts";
import { FORMAT_NAME, type Handshake, MAX_HANDSHAKE, readHandshake } from "./handshake.ts";
import { LogReader } from "./log_reader.ts";
import { PACKET_TYPES, packetName, swapped } from "./packet_types.ts";

/** Packets are about 8 KB at most; a length beyond this is damage. */
const MAX_PACKET = PACKET_LIMITS.packet.most;

/** Reads one log after another; every handshake begins an independent trace. */
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
    handshake = await readPackets(window, log, handshake, options);
    log.finish(window.offset);
    if (handshake && count === MOST_TRACES) return await skipOtherTraces(window, sink);
    if (handshake) sink = sink.nextSegment();
  }
}

/** Reads packets up to the next handshake, which is returned, or to the end. */
async function readPackets(
  window: ByteWindow,
  log: LogReader,
  handshake: Handshake,
  options: ReadOptions,
): Promise<Handshake | undefined> {
  // Before version 2 the length came first and counted the type.
  const old = handshake.major < 2;
  while (true) {
    while (window.left >= 8) {
      const { bytes, at } = window;
      const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
      let type = view.getInt32(old ? 4 : 0, handshake.littleEndian);
      const length = view.getUint32(old ? 0 : 4, handshake.littleEndian) - (old ? 4 : 0);
      if (!PACKET_TYPES.has(type) && PACKET_TYPES.has(swapped(type))) type = swapped(type);
      if (!PACKET_TYPES.has(type)) {
        await window.need(MAX_HANDSHAKE);
        const next = readHandshake(window.bytes, window.at, window.end);
        if (next) return next;
      }
      if (length < 0 || length > MAX_PACKET || !isName(type)) return stopAt(window, log, type, length);
      if (window.left < 8 + length) break;
      const start = window.at + 8;
      if (PACKET_TYPES.has(type)) log.take(type, window.bytes, start, start + length, window.offset);
      else noteUnknown(window, log, type);
      window.at = start + length;
    }
    options.signal?.throwIfAborted();
    if (!(await window.more())) break;
  }
  if (window.left > 0) {
    log.problemAt(
      window.offset,
      "error",
      "cut-record",
      "The last packet is cut",
      "kept the packets before it",
    );
  }
  return undefined;
}

function noteUnknown(window: ByteWindow, log: LogReader, type: number): void {
  const message = `Packet type "${packetName(type)}" is unknown`;
  log.problemAt(window.offset, "warning", "unknown-packet", message, "skipped it");
}

/** Nothing after this point can be told from noise. */
function stopAt(window: ByteWindow, log: LogReader, type: number, length: number): undefined {
  const message = `No packet begins here: type "${packetName(type)}", length ${length}`;
  log.problemAt(window.offset, "error", "lost-packets", message, "kept the packets before it");
  return undefined;
}

/** True for four capital letters or digits. */
function isName(type: number): boolean {
  return /^[A-Z0-9]{4}$/.test(packetName(type));
}

/**
 * Reads heaptrack's raw data.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { FIRST_VERSION, parseVersions, type Versions } from "../heaptrack/header.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { FORMAT_NAME } from "./header.ts";
import { NamedTraces } from "./named_traces.ts";
import { RawTraceReader } from "./trace_reader.ts";

/** Maximum length of a version line. */
const HEAD_BYTES = 32;

/** Reads one trace after another; each begins with a version line. */
export async function readHeaptrackRaw(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
): Promise<void> {
  await window.need(HEAD_BYTES);
  const { bytes, at, end } = window;
  let versions = parseVersions(String.fromCharCode(...bytes.subarray(at, Math.min(end, at + HEAD_BYTES))));
  refuse(window, versions);
  let named = await namesOf(sink, options);
  for (let count = 1; versions; count++) {
    const reader = new RawTraceReader(sink, versions, window, { ...options, ...(named ? { named } : {}) });
    named = undefined;
    window.at += versions.bytes;
    versions = await reader.read(window);
    if (versions && count === MOST_TRACES) return await skipOtherTraces(window, sink);
    if (versions) sink = sink.nextSegment();
  }
}

function refuse({ offset }: ByteWindow, versions: Versions | undefined): void {
  const place = { format: FORMAT_NAME, offset };
  if (!versions) {
    throw new FormatError("Cannot read raw data of heaptrack: it does not begin with a version line", place);
  }
  if (versions.file >= FIRST_VERSION) return;
  const message = `Cannot read raw data of heaptrack of version ${versions.file}`;
  throw new FormatError(`${message}: versions from ${FIRST_VERSION} on are read`, place);
}

/** Reads the names from the interpreted data, if there is any. */
async function namesOf(
  sink: TraceSink,
  { companion, signal }: ReadOptions,
): Promise<NamedTraces | undefined> {
  const file = await companion?.();
  if (!file) return undefined;
  const named = new NamedTraces(sink);
  const report = (code: string, message: string, handling: string): void =>
    sink.problem({ severity: "warning", code, offset: -1, record: 0, message, handling });
  try {
    const isRead = await named.read(file.window, signal);
    for (const damage of await file.damage()) {
      const message = `${file.path}: ${damage}`;
      report("damaged-container", message, "used the names before it");
    }
    if (isRead) {
      sink.tag("interpreted", file.path);
      return named;
    }
  } finally {
    file.window.close();
  }
  report("other-recording", `${file.path} is not interpreted data of heaptrack`, "took no names from it");
  return undefined;
}

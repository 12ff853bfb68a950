/**
 * Formats times as they are written in queries.
 * @module
 */

const NANOS_PER_SECOND = 1_000_000_000n;

/** Formats `HH:MM:SS.mmm`, with microseconds or nanoseconds if they are not 0. Hours may exceed 23. */
export function timeText(nanos: bigint): string {
  const sign = nanos < 0n ? "-" : "";
  const size = nanos < 0n ? -nanos : nanos;
  const seconds = Number(size / NANOS_PER_SECOND);
  const rest = Number(size % NANOS_PER_SECOND);
  const two = (value: number): string => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${
    two(seconds % 60)
  }`;
  const digits = rest % 1_000_000 === 0 ? 3 : rest % 1000 === 0 ? 6 : 9;
  return `${sign}${clock}.${String(rest).padStart(9, "0").slice(0, digits)}`;
}

/** Formats `2026-11-22 09:34:50` in UTC. */
export function utcText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/**
 * Parses and prints sizes such as `512M`.
 * @module
 */

/** Minimum budget for data: one batch of rows needs this much memory to be read. */
export const MIN_BUDGET: number = 16 << 20;

const UNITS = "KMGT";

/** Parses a number of bytes: 64M, 1.5G, 2GiB, 300000. Undefined for anything else. Units are powers of 1024. */
export function parseSize(text: string): number | undefined {
  const [, figure, unit = ""] = /^(\d+(?:\.\d+)?) *([kmgt]?)(?:i?b)?$/i.exec(text.trim()) ?? [];
  if (figure === undefined) return undefined;
  const bytes = Number(figure) * 1024 ** (UNITS.indexOf(unit.toUpperCase()) + (unit === "" ? 0 : 1));
  return Number.isFinite(bytes) ? Math.floor(bytes) : undefined;
}

/** Formats a size in whole MiB, such as 256 MiB. */
export function formatSize(bytes: number): string {
  return bytes === Infinity ? "all there is" : `${Math.ceil(bytes / 2 ** 20)} MiB`;
}

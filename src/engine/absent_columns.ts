/**
 * Why traces of a format lack what people filter by, and what they have instead.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";

/** What is asked of a trace here. */
interface Origin {
  readonly format: string;
  /** Version of what wrote it, in numbers with dots. */
  readonly version: string;
}

/** Whether a version such as `1.4.4` is below another one; what is no version is not. */
function isBelow(version: string, other: string): boolean {
  const [left, right] = [version, other].map((each) => each.split(".").map(Number));
  if (left!.some(Number.isNaN)) return false;
  const at = right!.findIndex((part, index) => (left![index] ?? 0) !== part);
  return at >= 0 && (left![at] ?? 0) < right![at]!;
}

/** Why some traces have no value in a column; undefined when unknown, or the reasons differ. */
export function absenceReason(origins: Iterable<Origin>, column: string): string | undefined {
  const name = column.startsWith("free.") ? column.slice("free.".length) : column;
  const reasons = new Set<string | undefined>();
  for (const { format, version } of origins) {
    const { absent, absentBefore } = formatNamed(format) ?? {};
    const isOld = absentBefore !== undefined && isBelow(version, absentBefore.version);
    reasons.add((isOld ? absentBefore.columns[name] : undefined) ?? absent?.[name]);
  }
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

/**
 * Converts values with bigints, maps and bytes to JSON and back.
 * @module
 */

/** Converts a value to JSON. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === "bigint") return { $big: each.toString() };
    if (each instanceof Map) return { $map: [...each] };
    if (each instanceof Uint8Array) return { $bytes: each.toBase64() };
    return each;
  });
}

/** Parses the JSON that `toJson` writes; the caller knows the type of the value. */
export function fromJson(text: string): unknown {
  return JSON.parse(text, (_, each: unknown) => {
    if (typeof each !== "object" || each === null) return each;
    if ("$big" in each) return BigInt(each.$big as string);
    if ("$map" in each) return new Map(each.$map as [unknown, unknown][]);
    if ("$bytes" in each) return Uint8Array.fromBase64(each.$bytes as string);
    return each;
  });
}

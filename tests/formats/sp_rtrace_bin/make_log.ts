/** Writes binary logs of any shape. */

/** Shape of a log. */
export interface LogShape {
  readonly pointerSize: 4 | 8;
  readonly littleEndian: boolean;
  readonly major?: number;
  readonly minor?: number;
}

/** A field: a number of 32 bits, a pointer, or a string (null = the null string). */
export type LogField = { u32: number } | { pointer: bigint } | {
  text: string | null;
};

/** A packet: four letters and its fields. */
export type Packet = readonly [type: string, ...fields: LogField[]];

/** Returns the bytes of a log. */
export function makeLog(
  shape: LogShape,
  packets: readonly Packet[],
): Uint8Array {
  const bytes: number[] = [];
  const put = (value: bigint, count: number): void => {
    const octets = Array.from(
      { length: count },
      (_, at) => Number(value >> BigInt(8 * at) & 255n),
    );
    bytes.push(...(shape.littleEndian ? octets : octets.reverse()));
  };
  const name = "machine";
  const length = (name.length + 7 + 3) & ~3;
  bytes.push(
    0xf0,
    length - 2,
    shape.major ?? 2,
    shape.minor ?? 0,
    name.length,
    ...new TextEncoder().encode(name),
  );
  bytes.push(shape.littleEndian ? 0 : 1, shape.pointerSize);
  while (bytes.length < length) bytes.push(0);
  for (const [type, ...fields] of packets) {
    const start = bytes.length;
    const data: number[] = [];
    for (const field of fields) {
      const from = bytes.length;
      if ("u32" in field) put(BigInt(field.u32 >>> 0), 4);
      else if ("pointer" in field) put(field.pointer, shape.pointerSize);
      else if (field.text === null) bytes.push(0, 0, 0, 0);
      else {
        const text = new TextEncoder().encode(field.text);
        const padded = ((text.length + 2 + 3) & ~3) - 2;
        put(BigInt(padded), 2);
        bytes.push(...text);
        for (let pad = text.length; pad < padded; pad++) bytes.push(0);
      }
      data.push(...bytes.splice(from));
    }
    bytes.length = start;
    const letters = [...new TextEncoder().encode(type)];
    if (!shape.littleEndian) letters.reverse();
    const old = (shape.major ?? 2) < 2;
    if (old) put(BigInt(data.length + 4), 4);
    bytes.push(...letters);
    if (!old) put(BigInt(data.length), 4);
    bytes.push(...data);
  }
  return new Uint8Array(bytes);
}

/** A call packet. */
export function call(
  type: number,
  kind: number,
  name: string,
  size: number,
  id: bigint,
  context = 0,
): Packet {
  return [
    "CALL",
    { u32: type },
    { u32: context },
    { u32: 5 },
    { u32: kind },
    { text: name },
    { u32: size },
    { pointer: id },
  ];
}

/** A backtrace packet. */
export function backtrace(...addresses: bigint[]): Packet {
  return [
    "BTRC",
    { u32: addresses.length },
    ...addresses.map((pointer) => ({ pointer })),
  ];
}

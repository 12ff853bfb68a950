/** For every prefix of a gzip file, the problem says which part is cut. */
import { assertEquals } from "@std/assert";
import { crc32, deflateRawSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { gzip } from "../../src/containers/gzip.ts";
import { entriesOf, someOf } from "../support/effort.ts";

const TEXT = new TextEncoder().encode("one, two, three, one, two, three, four");

/** The fields of a header that `flags` announce, RFC 1952. */
function header(flags: number, name: string): Uint8Array {
  const letters = new TextEncoder();
  return joinBytes([
    Uint8Array.of(0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3),
    flags & 4 ? Uint8Array.of(3, 0, 1, 0, 3) : new Uint8Array(0),
    letters.encode((flags & 8 ? `${name}\0` : "") + (flags & 16 ? `${name}\0` : "")),
    flags & 2 ? Uint8Array.of(0xab, 0xcd) : new Uint8Array(0),
  ]);
}

const DATA = new Uint8Array(deflateRawSync(TEXT));
const TRAILER = new Uint8Array(Uint32Array.of(crc32(TEXT), TEXT.length).buffer);

async function read(bytes: Uint8Array, piece: number): Promise<{ text: Uint8Array; damage: string[] }> {
  const source = gzip.open(sourceOf(bytes, piece));
  const into = new Uint8Array(100);
  const parts: Uint8Array[] = [];
  for (let count = await source.read(into); count > 0; count = await source.read(into)) {
    parts.push(into.slice(0, count));
  }
  const damage = source.damage.map(({ code, offset, message }) => `${code} ${offset} ${message}`);
  source.close();
  assertEquals(await source.read(into), 0);
  return { text: joinBytes(parts), damage };
}

Deno.test("a truncated gzip file reports whether header, data or trailer is incomplete, for any fields and pieces", async () => {
  // Each position with at least one size of pieces.
  for (const at of someOf(64, 0.15)) {
    const flags = at >> 1;
    const head = header(flags, at & 1 ? "" : "a name");
    const file = joinBytes([head, DATA, TRAILER]);
    for (const piece of entriesOf([1, 5, Infinity], 0.45, at)) {
      assertEquals(await read(file, piece), { text: TEXT, damage: [] });
      for (let length = 1; length < file.length; length++) {
        const { text, damage } = await read(file.subarray(0, length), piece);
        const what = length < head.length
          ? "The header is cut or broken"
          // The runtime's decoder does not report the end mark.
          : length <= file.length - TRAILER.length
          ? "The data stops without its end mark"
          : "The trailer is missing or cut";
        assertEquals(
          damage.map((each) => each.replace(/ \d+/, "")),
          [`cut-container ${what}`],
          `${flags} ${length}`,
        );
        assertEquals(text, TEXT.slice(0, text.length));
        if (what.startsWith("The trailer")) assertEquals(text, TEXT);
      }
    }
    // A reserved flag makes it a different format, which starts at the position of the member.
    const odd = file.slice();
    odd[3]! |= 0x20;
    assertEquals((await read(odd, Infinity)).damage.length, 1);
    const after = await read(joinBytes([file, odd]), Infinity);
    assertEquals([after.text, after.damage.length], [TEXT, 1]);
    assertEquals(after.damage[0]!.startsWith(`trailing-bytes ${file.length} `), true);
  }
});

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { unknownFormatReason } from "../../src/ingest/unknown_format.ts";
import { newPools } from "../support/pools.ts";
import { type Tool, withTools } from "../support/programs.ts";

const root = new URL("../../", import.meta.url).pathname;
const decoder = new TextDecoder();

const WRITERS: readonly (readonly [program: Tool, args: readonly string[], words: string])[] = [
  ["tar", ["-cf", "-", "README.md"], "a tar archive"],
  ["xz", ["-c", "README.md"], "xz -dc file | quarry info -"],
  ["bzip2", ["-c", "README.md"], "bzip2 -dc file | quarry info -"],
  ["lz4", ["-c", "-q", "README.md"], "lz4 -dc file | quarry info -"],
  ["zip", ["-q", "-", "README.md"], "a zip archive"],
];

for (const [program, args, words] of WRITERS) {
  Deno.test({
    ...withTools([program], `unknownBytes() recognizes files written by ${program}`),
    async fn() {
      const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd: root })
        .output();
      assert(success, decoder.decode(stderr));
      assertStringIncludes(unknownFormatReason(stdout.subarray(0, 4096), "file"), words);
    },
  });
}

Deno.test("unknownFormatReason() describes programs, text and zeros, and gives the first bytes of anything else", async () => {
  const elf = await Deno.readFile(`${root}testdata/gnatcov/elf/bare1-arm`);
  assertStringIncludes(unknownFormatReason(elf.subarray(0, 4096), "x"), "a program or library (ELF)");
  assertEquals(unknownFormatReason(new Uint8Array(), "x"), "the file is empty");
  assertEquals(unknownFormatReason(new Uint8Array(10), "x"), "it begins with zeros only");
  const text = new TextEncoder().encode("\n  naïve\r\nlines");
  assertEquals(unknownFormatReason(text, "x"), 'it is text in no known format and begins with "naïve"');
  // A character cut off by the end of the sample is not noise.
  const cut = text.subarray(0, text.indexOf(0xc3) + 1);
  assertEquals(unknownFormatReason(cut, "x"), 'it is text in no known format and begins with "na"');
  const noise = Uint8Array.of(0xff, 0, 1, 0xab);
  assertEquals(
    unknownFormatReason(noise, "x"),
    "it is in no known format and begins with the bytes ff 00 01 ab",
  );
});

Deno.test("unknownFormatReason() quotes paths for a shell", () => {
  const bzip2 = new TextEncoder().encode("BZh91AY");
  assertStringIncludes(unknownFormatReason(bzip2, "it's a.bz2"), "bzip2 -dc 'it'\\''s a.bz2' |");
  assertStringIncludes(unknownFormatReason(bzip2, "-"), 'first with "bzip2 -dc"');
});

Deno.test("a format that does not fit the bytes causes a warning, which names the format that fits", async () => {
  const trace = await Deno.readFile(`${root}testdata/mtrace/lists.mtrace`);
  const warnings: string[] = [];
  for (const bytes of [trace, new TextEncoder().encode("a line\n")]) {
    const file = await load(sourceOf(bytes), newPools(), { name: "t", format: "sp-rtrace" });
    for (const { problems } of file.traces) {
      warnings.push(
        ...problems.filter(({ code }) => code === "unlikely-format").map(({ message }) => message),
      );
    }
    file.close();
  }
  assertEquals(warnings, [
    "The file does not look like sp-rtrace, it looks like mtrace",
    "The file does not look like sp-rtrace",
  ]);
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { runsText } from "../../../src/formats/gnatcov_src/bits.ts";
import { START_MARKER } from "../../../src/formats/gnatcov_src/base64_log.ts";
import { gnatcovSource } from "../../../src/formats/gnatcov_src/mod.ts";
import { read as readWith } from "../gnatcov/reading.ts";
import { bytesOf, names, sourceTraces, textOf } from "../gnatcov/samples.ts";
import { someOf } from "../../support/effort.ts";
import type { MemorySink } from "../../support/memory_sink.ts";

const read = (bytes: Uint8Array, piece = Infinity) => readWith(bytes, { format: gnatcovSource, piece });

/** Expands `0-2 5` to `0 1 2 5`. */
function spread(runs: string): string {
  return runs.split(" ").filter((run) => run !== "").flatMap((run) => {
    const [from, to = from] = run.split("-").map(Number);
    return Array.from({ length: to! - from! + 1 }, (_, each) => from! + each);
  }).join(" ");
}

/** Units as the original prints them. */
function dumpOf(sink: MemorySink): string {
  const labels = {
    statement: "Statement buffer: ",
    decision: "Decision buffer:  ",
    mcdc: "MCDC buffer:      ",
  };
  let text = "";
  for (const row of sink.rows("units")) {
    const { unit, kind, bits, covered } = row;
    if (kind === "statement") {
      text += `Unit ${unit} (SCOs hash=${row["sco_hash"]}, bit maps hash=${row["map_hash"]}, ` +
        `annotations hash=${row["annotation_hash"]})\n`;
    }
    const range = bits === 0 ? "empty range" : `0-${(bits as number) - 1}`;
    text += `${labels[kind as keyof typeof labels]}[${range}] ${spread(covered as string) || "<empty>"}\n`;
    if (kind === "mcdc") text += "\n";
  }
  return text;
}

for (const name of sourceTraces) {
  Deno.test(`readGnatcovSource() gives the units of ${name} as the original prints them`, async () => {
    for (const piece of [Infinity, 1]) {
      const sink = await read(bytesOf(name), piece);
      const reference = textOf(`${name}.dump`);
      const units = new TextDecoder().decode(
        Uint8Array.from(
          reference.slice(reference.indexOf("Unit ")),
          (each) => each.charCodeAt(0),
        ),
      );
      assertEquals(dumpOf(sink), units);
      assertEquals(sink.codes, []);
    }
  });
}

Deno.test("readGnatcovSource() finds traces in a console log", async () => {
  for (const name of names.filter((each) => each.endsWith(".base64.txt"))) {
    const sink = await read(bytesOf(name));
    assertEquals(sink.codes, []);
    const tags = sink.tags.map((tag) => tag.name);
    assertEquals(tags.slice(-3), ["Program_Name", "Exec_Date", "User_Data"]);
    // The offset of the line of the start marker.
    const offset = sink.tags.find((tag) => tag.name === "log-offset")!.value;
    assertEquals(offset, String(textOf(name).lastIndexOf("\n", textOf(name).indexOf(START_MARKER)) + 1));
    // The same program was run for the file and for the console.
    const file = await read(bytesOf("shop-x86_64.srctrace"));
    const kinds = (from: MemorySink) =>
      from.rows("units").map((row) => [row["unit"], row["kind"], row["bits"]]);
    assertEquals(kinds(sink), kinds(file));
  }
});

Deno.test("readGnatcovSource() separates interleaved traces, and reports what is missing", async () => {
  const lines = textOf("shop-console.base64.txt").split("\n").filter((line) => line !== "");
  const log = ["boot"];
  for (const line of lines) {
    log.push(`[1] ${line}`, "noise", `[2] ${line}`);
    if (line === lines[3]) log.push("[1] not base64");
  }
  log.pop();
  const sink = await read(new TextEncoder().encode(log.join("\r\n")));
  assertEquals(sink.segments.length, 2);
  const [first, second] = sink.segments;
  assertEquals([first!.codes, second!.codes], [["bad-base64"], ["cut-base64"]]);
  assertEquals(first!.rows("units"), second!.rows("units"));
  await assertRejects(
    () => read(new TextEncoder().encode("nothing here\n")),
    FormatError,
  );
});

Deno.test("readGnatcovSource() never gives fewer units for a longer part of a log", async () => {
  for (const name of names.filter((each) => each.endsWith(".base64.txt"))) {
    const bytes = bytesOf(name);
    const whole = await read(bytes);
    const shown = (sink: MemorySink): string[] => sink.rows("units").map((row) => JSON.stringify(row));
    const all = shown(whole);
    const start = textOf(name).indexOf(START_MARKER) + START_MARKER.length;
    let before = 0;
    // Neighbouring lengths: a line that ends in the middle of a group of four characters was left out, with
    // the bytes before it.
    for (const place of someOf(bytes.length - start, 8)) {
      for (const length of [start + place, start + place + 1, start + place + 2]) {
        const sink = await read(bytes.slice(0, length));
        const units = shown(sink);
        assert(units.length >= before, `${name}: ${units.length} of ${length} bytes, ${before} of fewer`);
        assertEquals(units, all.slice(0, units.length));
        assertEquals(sink.codes.filter((code) => code === "bad-base64"), [], `${length} bytes of ${name}`);
        before = units.length;
      }
    }
    assert(before > 0);
  }
});

Deno.test("readGnatcovSource() does not read a log line that may still belong to another trace", async () => {
  const lines = textOf("shop-console.base64.txt").split("\n").filter((line) => line !== "");
  const log = [`ABCD ${START_MARKER}`, ...lines.slice(0, -1), "ABCD "].join("\n");
  const sink = await read(new TextEncoder().encode(log));
  assertEquals(sink.segments.map(({ codes }) => codes), [["cut-base64", "unreadable-trace"], ["cut-base64"]]);
});

Deno.test("readGnatcovSource() keeps the units before damage, and tolerates stray bytes", async () => {
  const bytes = bytesOf("shop-x86_64.srctrace");
  const whole = (await read(bytes)).rows("units").length;
  const cut = await read(bytes.slice(0, -3));
  assertEquals([cut.codes, cut.rows("units").length], [
    ["cut-record"],
    whole - 3,
  ]);
  for (
    const [stray, code] of [[1, "stray-bytes"], [78, "stray-bytes"], [
      79,
      "cut-record",
    ]] as const
  ) {
    const longer = new Uint8Array(bytes.length + stray);
    longer.set(bytes);
    const sink = await read(longer);
    assertEquals([sink.codes, sink.count("units")], [[code], whole]);
  }
});

Deno.test("readGnatcovSource() gives problems of the header and of its infos no record number", async () => {
  // A byte of padding, and the kind of the first info.
  for (const [place, code] of [[38, "bad-padding"], [40, "unknown-tag"]] as const) {
    const bytes = bytesOf("shop-x86_64.srctrace").slice();
    bytes[place] = 77;
    const { problems } = await read(bytes);
    assertEquals(problems.map(({ code, record }) => [code, record]), [[code, 0]]);
  }
});

Deno.test("readGnatcovSource() merges the instances of a unit", async () => {
  const bytes = bytesOf("shop-x86_64.srctrace");
  const units = (await read(bytes)).rows("units");
  // The units once more, with no statement of the first unit executed.
  const start = textOf("shop-x86_64.srctrace").indexOf("/opt/demo") - 80;
  const again = bytes.slice(start);
  const twice = new Uint8Array([...bytes, ...again]);
  const sink = await read(twice);
  assertEquals(sink.count("units"), 2 * units.length);
  const merged = await sink.lazyRows("merged_units");
  assertEquals(merged.map((row) => row["instances"]), units.map(() => 2));
  assertEquals(
    merged.map((row) => row["covered"]),
    units.map((row) => row["covered"]),
  );
  twice[bytes.length + 25]! ^= 1;
  const other = await read(twice);
  assertEquals(other.codes, ["unit-mismatch"]);
  assertEquals((await other.lazyRows("merged_units")).length, units.length + 3);
});

Deno.test("readGnatcovSource() merges instances of the same unit, whatever is between them", async () => {
  const bytes = bytesOf("shop-x86_64.srctrace");
  const again = bytes.slice(textOf("shop-x86_64.srctrace").indexOf("/opt/demo") - 80);
  // The first unit with another hash, as for a program that was built from two versions of a file.
  const other = again.slice();
  other[25]! ^= 1;
  const sink = await read(new Uint8Array([...bytes, ...other, ...again, ...other]));
  assertEquals(sink.codes, ["unit-mismatch"]);
  const kinds = 3, units = sink.count("units") / 4 / kinds;
  const instances = (await sink.lazyRows("merged_units")).map((row) => row["instances"]);
  const expected = [2, ...new Array(units - 1).fill(4), 2];
  assertEquals(instances, expected.flatMap((count) => new Array(kinds).fill(count)));
});

Deno.test("readGnatcovSource() reads older versions with their own layouts", async () => {
  const view = (
    version: number,
    header: number[],
    rest: string,
  ): Uint8Array => {
    const head = new Uint8Array(40);
    head.set(new TextEncoder().encode("GNATcov source trace file"));
    head.set([version, 0, 0, 0, 1, 0], 32);
    return new Uint8Array([
      ...head,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...header,
      ...new TextEncoder().encode(rest),
    ]);
  };
  const u32 = (...values: number[]) => values.flatMap((value) => [value, 0, 0, 0]);
  const zeros = (count: number) => new Array<number>(count).fill(0);
  const one = view(1, [
    ...u32(1, 2, 4, 0, 0),
    0,
    0,
    0,
    ...zeros(20),
    ...zeros(5),
  ], "upp\x05");
  const two = view(
    2,
    [...u32(1, 4, 0, 0), 0, 0, 0, ...zeros(40), ...zeros(5)],
    "u\x05",
  );
  for (const bytes of [one, two]) {
    const sink = await read(bytes);
    assertEquals(sink.codes, ["old-version"]);
    const rows = sink.rows("units").map((
      row,
    ) => [
      row["unit"],
      row["kind"],
      row["bits"],
      row["covered"],
      row["missing"],
    ]);
    assertEquals(rows[0], ["u", "statement", 4, "0 2", "1 3"]);
  }
  await assertRejects(() => read(view(9, [], "")), FormatError);
});

Deno.test("runsText() joins adjacent runs and limits its length", () => {
  assertEquals(
    runsText(Uint8Array.of(0b1011_0111, 0b1), 9, true),
    "0-2 4-5 7-8",
  );
  assertEquals(runsText(Uint8Array.of(0b1011_0111, 0b1), 9, false), "3 6");
  assertEquals(
    runsText(new Uint8Array(100_000).fill(0x55), 800_000, true).length < 70_000,
    true,
  );
});

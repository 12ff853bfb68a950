/** Times, sizes and numbers as text, texts made safe for a terminal, and texts cut to a width. */
import { assert, assertEquals } from "@std/assert";
import { SHOW_LIMITS } from "../../src/base/limits/show_limits.ts";
import { timeText } from "../../src/base/time_text.ts";
import type { ResultColumn, ResultValue } from "../../src/base/result_table.ts";
import { textWidth } from "../../src/base/text_width.ts";
import { hex } from "../../src/base/u64.ts";
import { exactText, readableText } from "../../src/render/cell_text.ts";
import { doubleText, sizeText } from "../../src/render/number_text.ts";
import { elide, pad } from "../../src/render/fit_text.ts";
import { visible } from "../../src/render/visible.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

Deno.test("timeText() agrees with a clock, without extra digits", () => {
  const random = new Random(1);
  const numbers = Array.from({ length: 200 }, () => random.u64() >> BigInt(random.below(50)));
  const round = [1n, 1000n, 1_000_000n, 1_000_000_000n, 60_000_000_000n, 3_600_000_000_000n];
  for (
    const nanos of [
      ...numbers,
      ...round.flatMap((each) => [each - 1n, each, each * 59n, each * 60n, each * 61n]),
    ]
  ) {
    const [, hours, minutes, seconds, rest] = /^(\d\d+):([0-5]\d):([0-5]\d)\.(\d+)$/.exec(timeText(nanos))!;
    const whole = (BigInt(hours!) * 60n + BigInt(minutes!)) * 60n + BigInt(seconds!);
    assertEquals(whole * 1_000_000_000n + BigInt(rest!.padEnd(9, "0")), nanos);
    const digits = nanos % 1_000_000n === 0n ? 3 : nanos % 1000n === 0n ? 6 : 9;
    assertEquals(rest!.length, digits, `${nanos}`);
    if (nanos > 0n) assertEquals(timeText(-nanos), `-${timeText(nanos)}`);
  }
});

Deno.test("sizeText() is within half of its last digit, below 1024 of its unit", () => {
  const units = ["", ...Array.from("KMGTPE", (letter) => ` ${letter}iB`)];
  const random = new Random(2);
  const sizes = units.flatMap((_, power) =>
    [0.5, 0.999, 1, 1.0006, 1023.9, 1023.94].map((each) => each * 1024 ** power)
  );
  for (
    const size of [...sizes, 2 ** 64, ...Array.from({ length: 300 }, () => Number(random.u64()))].map(
      Math.round,
    )
  ) {
    const [, figure, unit] = /^([\d.]+)((?: [KMGTPE]iB)?)$/.exec(sizeText(size))!;
    const scale = 1024 ** units.indexOf(unit!);
    assert(Math.abs(Number(figure) * scale - size) <= 0.0501 * scale, `${size}: ${sizeText(size)}`);
    assertEquals(figure!.includes("."), unit !== "", `${size}`);
    // The unit is the largest that fits; there is none beyond the last one.
    assert(unit === " EiB" || Number(figure) < 1024, sizeText(size));
    assert(unit === "" || Number(figure) >= 1, sizeText(size));
    if (size > 0) assertEquals(sizeText(-size), `-${sizeText(size)}`);
  }
});

Deno.test("doubleText() and hex() can be read back, doubles with six digits", () => {
  const random = new Random(3);
  for (let round = 0; round < seeds(500); round++) {
    const value = (random.u32() - 2 ** 31) / 2 ** random.below(60);
    const read = Number(doubleText(value));
    assert(
      Math.abs(read - value) <= Math.max(0.0005 * (Math.abs(value) >= 1 ? 1 : 0), 5.01e-6 * Math.abs(value)),
    );
    if (Number.isInteger(value)) assertEquals(doubleText(value), String(value));
    if (Math.abs(value) >= 1) assert(!/\.\d{4}/.test(doubleText(value)), doubleText(value));
    const whole = random.u64();
    assertEquals([BigInt(hex(whole)), hex(-whole)], [
      whole,
      whole === 0n ? "0x0" : `-${hex(whole)}`,
    ]);
  }
  assertEquals([Infinity, NaN, -0.1 - 0.2].map(doubleText), ["Infinity", "NaN", "-0.3"]);
});

Deno.test("exactText() and readableText() format each kind of column, and leave other values unchanged", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at);
  const most = SHOW_LIMITS.bytesShown.most;
  const cases: readonly (readonly [Partial<ResultColumn>, NonNullable<ResultValue>, string, string])[] = [
    [{ type: "u64" }, 1536n, "1536", "1536"],
    [{ type: "u64", display: "bytes" }, 1536n, "1536", "1536"],
    [{ type: "u64", display: "bytes" }, 1536, "1536", "1536"],
    [{ type: "u64", display: "bytes" }, "all", "all", "all"],
    [{ type: "u64", display: "hex" }, 1536n, hex(1536n), hex(1536n)],
    [{ type: "u64", display: "hex" }, "none", "none", "none"],
    [{ type: "u64", display: "hex" }, 1.5, "1.5", "1.5"],
    [{ type: "f64" }, 1 / 3, String(1 / 3), doubleText(1 / 3)],
    [{ type: "f64" }, "NaN", "NaN", "NaN"],
    [{ type: "time" }, 5n, timeText(5n), timeText(5n)],
    [{ type: "time", display: "plain" }, 5n, "5", "5"],
    [{ type: "u64", display: "time" }, 5, timeText(5n), timeText(5n)],
    [{ type: "time" }, "never", "never", "never"],
    [{ type: "bool" }, true, "true", "true"],
    [{ type: "bytes" }, bytes, bytes.toHex(), `${bytes.subarray(0, most).toHex()}… (300 bytes)`],
    [
      { type: "bytes" },
      bytes.subarray(0, most),
      bytes.subarray(0, most).toHex(),
      bytes.subarray(0, most).toHex(),
    ],
    [{ type: "bytes" }, "text", "text", "text"],
  ];
  for (const [column, value, exact, readable] of cases) {
    const whole = { name: "x", type: "u64", ...column } as ResultColumn;
    assertEquals(
      [exactText(whole)(value), readableText(whole)(value)],
      [exact, readable],
      JSON.stringify(column),
    );
  }
});

Deno.test("visible() replaces control characters with visible signs", () => {
  for (let code = 0; code < 0x1_0000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const char = String.fromCharCode(code);
    const shown = visible(`a${char}${char}b`);
    const steers = /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u.test(char);
    if (shown === `a${char}${char}b`) assert(!steers, code.toString(16));
    else {
      const [, escape] = /^a(\\(?:[tnr]|x[0-9a-f]{2}|u[0-9a-f]{4}))\1b$/.exec(shown)!;
      assertEquals(JSON.parse(`"${escape!.replace("\\x", "\\u00")}"`), char);
      // No other characters are removed: letters, marks, blanks.
      assert(steers || /\p{Cf}|\p{Cn}/u.test(char), code.toString(16));
    }
  }
  for (const [char, escape] of [["\t", "\\t"], ["\n", "\\n"], ["\r", "\\r"]]) {
    assertEquals(visible(char!), escape);
  }
});

Deno.test("elide() and pad() fill a width exactly for plain texts, and never exceed it", () => {
  const random = new Random(4);
  for (let round = 0; round < seeds(2000); round++) {
    const parts = random.pick([["a", "b", "cd "], ["src", "/", "file", ".c"], ["é", "名", "/", "x", "👩‍👧"]]);
    const text = Array.from({ length: random.below(15) }, () => random.pick(parts)).join("");
    const width = random.below(20);
    const cut = elide(text, width);
    const full = textWidth(text);
    assert(textWidth(cut) <= width || full <= width, `"${text}" in ${width}: "${cut}"`);
    if (full <= width) assertEquals(cut, text);
    else if (width > 0) {
      const [front, back] = cut.split("…");
      assert(text.startsWith(front!) && text.endsWith(back!), `"${text}" in ${width}: "${cut}"`);
      const isPath = text.includes("/") && !text.includes(" ");
      const plain = /^[ -~]*$/.test(text);
      // The middle of a text is removed, but no more than needed.
      if (!isPath && plain) {
        const half = Math.ceil((width - 1) / 2);
        assertEquals([front!.length, back!.length], [half, width - 1 - half], text);
      }
      const name = text.slice(text.lastIndexOf("/"));
      if (isPath && plain && width > 1) {
        if (name.length < width) assert(back!.endsWith(name) && back!.startsWith("/"), `"${text}": "${cut}"`);
        else assertEquals([front, back!.length], ["", width - 1], `"${text}": "${cut}"`);
      }
    } else assertEquals(cut, "");
    const blanks = Math.max(0, width - full);
    assertEquals(pad(text, width, false), text + " ".repeat(blanks));
    assertEquals(pad(text, width, true), " ".repeat(blanks) + text);
  }
});

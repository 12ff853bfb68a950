import { assert, assertEquals, assertRejects } from "@std/assert";
import { groupDigits } from "../../src/base/group_digits.ts";
import { FormatError } from "../../src/base/errors.ts";
import * as S from "../../src/formats/apitrace/kernel/state.ts";
import { MadeStream } from "../formats/apitrace/made_stream.ts";
import type { MemorySink } from "../support/memory_sink.ts";
import { readStream } from "../formats/apitrace/support.ts";
import type { Trials } from "./trial.ts";

const WINDOW = 1 << 20;

function uint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

/** A complete call of `f`, followed by this many pieces. */
function stream(count: number, piece: (no: number) => Iterable<number>): Uint8Array {
  const out = new MadeStream(6);
  const no = out.enter(0, "f", ["a"]);
  out.end();
  out.leave(no);
  out.end();
  const bytes: number[] = [];
  for (let at = 0; at < count; at++) for (const byte of piece(at)) bytes.push(byte);
  out.raw(Uint8Array.from(bytes));
  return out.take();
}

const read = (bytes: Uint8Array): Promise<MemorySink> => readStream(bytes, Infinity, WINDOW);

/** A stream of one call with one argument. */
function callWith(write: (out: MadeStream) => void): Uint8Array {
  const out = new MadeStream(6);
  const no = out.enter(0, "f", ["data"]);
  out.arg(0);
  write(out);
  out.end();
  out.leave(no);
  out.end();
  return out.take();
}

/** Nested groups, none of which is popped. */
function groups(names: readonly string[]): Uint8Array {
  const out = new MadeStream(6);
  for (const name of names) {
    const no = out.enter(0, "glPushGroupMarkerEXT", ["length", "marker"]);
    out.arg(1);
    out.text(name);
    out.end();
    out.leave(no);
    out.end();
  }
  return out.take();
}

async function textOf(view: string, bytes: Uint8Array): Promise<string> {
  return String(
    (await (await read(callWith((out) => out.blob(bytes)))).familyCells("calls", view, "data"))![0],
  );
}

/** Trials of the limits of API traces. */
export const CALL_TRIALS: Trials = {
  async openCalls(most) {
    // Events of four zeros each: thread 0 enters function 0, and never returns.
    const { codes, problems } = await read(stream(1, () => new Uint8Array(4 * (most + 1))));
    assertEquals(codes, ["too-many-open-calls", "incomplete-calls"]);
    assertEquals(problems[1]!.message, `${groupDigits(most)} calls never returned`);
  },
  async threads(most) {
    // The first call is also of thread 0.
    const sink = await read(stream(most + 1, (no) => [0, ...uint(no), 0, 0, 1, ...uint(no + 1), 0]));
    assertEquals(sink.codes, ["too-many-threads"]);
    assertEquals(sink.count("threads"), most);
  },
  async frames(most) {
    assertEquals(S.MOST_FRAMES, most);
    const backtrace = async (frames: number): Promise<readonly string[]> => {
      const list = [...uint(frames), 7, 2, 1, 65, 0, ...new Array(frames - 1).fill(7)];
      return (await read(stream(1, () => [0, 0, 0, 4, ...list, 0, 1, 1, 0]))).codes;
    };
    assertEquals(await backtrace(most), []);
    assertEquals(await backtrace(most + 1), ["long-backtrace"]);
  },
  async properties(most) {
    const head = (count: number): Uint8Array => {
      const properties = Array.from({ length: count }, () => [1, 97, 0]).flat();
      return Uint8Array.from([6, 6, ...properties, 0]);
    };
    assertEquals((await read(head(most))).codes.includes("unreadable-trace"), false);
    await assertRejects(() => read(head(most + 1)), FormatError, "too many properties");
  },
  async cell(most) {
    assertEquals(S.CELL_MOST, most);
    const text = async (letters: number): Promise<string> => {
      const sink = await read(callWith((out) => out.text("x".repeat(letters))));
      return String((await sink.lazyRows("args"))[0]!["value"]);
    };
    // A cell has space for the mark.
    assertEquals((await text(most - 100)).length, most - 98);
    assert((await text(most + 1)).endsWith(" ..."));
  },
  async groupDepth(most) {
    const depths = async (count: number): Promise<number> =>
      (await (await read(groups(new Array(count).fill("g")))).lazyRows("groups")).length;
    assertEquals([await depths(most), await depths(most + 1)], [most, most]);
  },
  async groupPath(most) {
    const half = most / 2;
    const path = async (letters: number): Promise<string> =>
      String(
        (await (await read(groups(["a".repeat(half), "b".repeat(letters - half - 3)]))).lazyRows("groups"))[
          1
        ]!["path"],
      );
    assertEquals((await path(most)).slice(0, 2), "aa");
    assertEquals((await path(most)).length, most);
    assertEquals((await path(most + 1)).length, most);
  },
  async viewedNumbers(most) {
    const numbers = async (count: number): Promise<string[]> =>
      (await textOf("u8", new Uint8Array(count))).split(" (");
    assertEquals((await numbers(most)).length, 1);
    assertEquals((await numbers(most + 1))[1], "1 more)");
  },
  async viewedLetters(most) {
    const letters = async (count: number): Promise<number> =>
      (await textOf("chars", new Uint8Array(count).fill(97))).length;
    assertEquals([await letters(most), await letters(most + 1)], [most, most]);
  },
};

/** Columns and tables about calls that are computed on demand. */
import { assertEquals } from "@std/assert";
import { MadeStream } from "../../formats/apitrace/made_stream.ts";
import { ask, askSample, dumpedCalls, sessionOf } from "./asking.ts";
import { atFullEffort } from "../../support/effort.ts";

Deno.test(atFullEffort("redundant marks a call that repeats the one before on its thread"), async () => {
  for (const sample of ["real-shaders", "real-threads4", "real-glmark2-build", "real-userarrays"]) {
    // The dump prints no blobs: calls with one are left out here and tested below.
    const rows = await askSample(sample, "calls | where blob_bytes == 0 and redundant | select no");
    const before = new Map<number, string>();
    const expected: number[] = [];
    for (const { no, thread, text } of await dumpedCalls(sample)) {
      const call = text.replace(/\) = .*$/, ")");
      if (before.get(thread) === call && !text.includes("blob(")) expected.push(no);
      before.set(thread, call);
    }
    assertEquals(rows.map(([no]) => no), expected, sample);
  }
});

/** A stream of uploads and groups on two threads. */
function madeStream(): Uint8Array {
  const out = new MadeStream(6, 6, []);
  const call = (
    thread: number,
    id: number,
    name: string,
    args: readonly string[],
    values: () => void,
  ): void => {
    const no = out.enter(id, name, args, thread);
    values();
    out.end();
    out.leave(no);
    out.end();
  };
  const upload = (thread: number, content: Uint8Array): void =>
    call(thread, 1, "glBufferSubData", ["target", "data"], () => {
      out.arg(0);
      out.int(7);
      out.arg(1);
      out.blob(content);
    });
  const push = (thread: number, label: string): void =>
    call(thread, 2, "glPushDebugGroup", ["source", "id", "length", "message"], () => {
      out.arg(0);
      out.int(1);
      out.arg(3);
      out.text(label);
    });
  const pop = (thread: number): void => call(thread, 3, "glPopDebugGroup", [], () => {});
  const draw = (thread: number): void => call(thread, 4, "glDrawArrays", ["mode"], () => {});
  push(0, "outer"); // 0
  upload(0, Uint8Array.of(0, 0, 128, 63, 0, 0, 0, 64)); // 1
  push(1, "other"); // 2
  upload(0, Uint8Array.of(0, 0, 128, 63, 0, 0, 0, 64)); // 3: the same content again
  upload(0, Uint8Array.of(0, 0, 128, 63, 0, 0, 64, 64)); // 4: other content
  push(0, "inner"); // 5
  draw(0); // 6
  draw(1); // 7
  pop(0); // 8
  draw(0); // 9
  pop(0); // 10
  pop(0); // 11: nothing to pop
  return out.take();
}

Deno.test("arg() has one type even if recordings disagree", async () => {
  const write = (values: (out: MadeStream) => void): Uint8Array => {
    const out = new MadeStream(6, 6, []);
    const no = out.enter(1, "f", ["x"], 0);
    out.arg(0);
    values(out);
    out.end();
    out.leave(no);
    out.end();
    return out.take();
  };
  const files = {
    a: write((out) => out.int(7)),
    b: write((out) => out.text("seven")),
    c: write((out) => out.int(-7)),
  };
  const session = await sessionOf(files);
  assertEquals(await ask(session, 'calls | select arg("x")'), [["7"], ["seven"], ["-7"]]);
  assertEquals(await ask(session, 'calls | where arg("x") < 8 | select trace'), [["a"], ["c"]]);
  const numbers = await sessionOf({ a: files.a, c: files.c });
  assertEquals(await ask(numbers, 'calls | select arg("x")'), [[7], [-7]]);
});

Deno.test("redundant compares the content of blobs", async () => {
  const session = await sessionOf({ a: madeStream() });
  assertEquals(await ask(session, "calls | where redundant | select no"), [[3], [11]]);
});

Deno.test("the table groups is the tree of debug groups of each thread", async () => {
  const session = await sessionOf({ a: madeStream() });
  const rows = await ask(
    session,
    "groups | select group, parent, depth, thread, path, first, last, calls, draws, bytes",
  );
  assertEquals(rows, [
    [1, null, 0, 0, "outer", 0, 10, 7, 2, 24],
    [2, null, 0, 1, "other", 2, null, 1, 1, 0],
    [3, 1, 1, 0, "outer / inner", 5, 8, 1, 1, 0],
  ]);
  const real = await askSample("real-shaders", "groups | select name, first, last, calls, draws");
  assertEquals(real, [["frame group", 26, 91, 64, 12]]);
  assertEquals(await askSample("real-tiny", "groups | count"), [[0]]);
});

Deno.test("the table frames counts draws, uploads and bytes", async () => {
  const rows = await askSample("real-mapped", "frames | select frame, calls, draws, uploads, bytes");
  const calls = await askSample(
    "real-mapped",
    'calls | by frame: n = count(), d = count() if class == "render", u = count() if blob_bytes > 0, b = sum(blob_bytes) | sort frame',
  );
  assertEquals(rows, calls);
  assertEquals(rows[1], [1, 25, 1, 5, 69796]);
});

Deno.test("f32() and related functions show the memory that an argument points to", async () => {
  const session = await sessionOf({ a: madeStream() });
  const rows = await ask(
    session,
    'calls | where f32("data") is not null | select no, f32("data"), u8("data"), u64("data")',
  );
  assertEquals(rows[0], [1, "1 2", "0 0 128 63 0 0 0 64", "4611686019492741120"]);
  assertEquals(rows.length, 3);
  const real = await askSample(
    "real-mapped",
    'calls | where f32("data") is not null | select no, f32("data")',
  );
  assertEquals(real[1], [47, "1 1.5 0.3333333 -1"]);
});

Deno.test("bytes() and chars() show memory as bytes and as text", async () => {
  const session = await sessionOf({ a: madeStream() });
  const [row] = await ask(
    session,
    'calls | where bytes("data") is not null | select no, bytes("data"), chars("data")',
  );
  assertEquals(row, [1, "00 00 80 3f 00 00 00 40", null]);
});

Deno.test("normal names OpenGL objects by kind, share group and order", async () => {
  const write = (first: number): Uint8Array => {
    const out = new MadeStream(6);
    const call = (
      id: number,
      name: string,
      names: string[],
      values: (number | number[] | bigint)[],
      thread = 0,
    ) => {
      const no = out.enter(id, name, names, thread);
      values.forEach((value, at) => {
        out.arg(at);
        if (typeof value === "bigint") out.pointer(value);
        else if (typeof value === "number") out.int(value);
        else {
          out.array(value.length);
          for (const each of value) out.int(each);
        }
      });
      out.end();
      out.leave(no);
      out.end();
    };
    const current = (context: bigint, thread: number) =>
      call(0, "glXMakeCurrent", ["dpy", "drawable", "ctx"], [1n, 5, context], thread);
    const bind = (name: number, thread = 0) =>
      call(1, "glBindTexture", ["target", "texture"], [0x0de1, name], thread);
    current(0x10n, 0);
    current(0x20n, 1);
    call(2, "glGenTextures", ["n", "textures"], [2, [first, first + 1]]);
    bind(first + 1);
    bind(0);
    bind(first + 1, 1);
    call(3, "glDeleteTextures", ["n", "textures"], [1, [first]]);
    bind(first);
    call(4, "glActiveTexture", ["texture"], [first]);
    call(5, "glXSwapBuffers", ["dpy", "buffer"], [1n, 7]);
    return out.take();
  };
  const session = await sessionOf({ a: write(3), b: write(40) });
  const texts = await ask(session, "calls of a | where no > 1 | select normal");
  assertEquals(texts.slice(0, 6).map(([text]) => text), [
    "glGenTextures(n = 2, textures = {<texture 1>, <texture 2>})",
    "glBindTexture(target = 3553, texture = <texture 2>)",
    "glBindTexture(target = 3553, texture = 0)",
    "glBindTexture(target = 3553, texture = <texture of group 1 1>)",
    "glDeleteTextures(n = 1, textures = &<texture 1>)",
    "glBindTexture(target = 3553, texture = <texture 3>)",
  ]);
  assertEquals(texts.at(-1)![0], "glXSwapBuffers(dpy = <glXMakeCurrent.dpy 1>, buffer = 7)");
  assertEquals(await ask(session, "changes calls of a, calls of b by normal"), []);
});

Deno.test("changes lists the calls that only one of two recordings has, with their positions", async () => {
  const session = await sessionOf({ a: "real-shaders", b: "real-shaders" });
  const rows = await ask(
    session,
    "changes (calls of a | where no != 20), (calls of b | where no not in 40..43) by normal | drop normal",
  );
  assertEquals(rows, [
    [1, "added", null, 20],
    [2, "removed", 40, null],
    [2, "removed", 41, null],
    [2, "removed", 42, null],
  ]);
});

Deno.test("the table args identifies blobs by length and hash", async () => {
  const session = await sessionOf({ a: madeStream() });
  const rows = await ask(
    session,
    'args | where type == "blob" | by hash, bytes: n = count() | sort n desc | select bytes, n',
  );
  assertEquals(rows, [[8, 2], [8, 1]]);
});

Deno.test("diff by normal compares two recordings whatever their addresses", async () => {
  const write = (window: bigint, context: bigint, extra: boolean): Uint8Array => {
    const out = new MadeStream(6, 6, []);
    const call = (id: number, name: string, values: () => void, result?: bigint): void => {
      const no = out.enter(id, name, ["dpy", "ctx"], 0);
      values();
      out.end();
      out.leave(no);
      if (result !== undefined) {
        out.ret();
        out.pointer(result);
      }
      out.end();
    };
    call(1, "make", () => {
      out.arg(0);
      out.pointer(window);
    }, context);
    call(2, "use", () => {
      out.arg(0);
      out.pointer(window);
      out.arg(1);
      out.pointer(context);
    });
    if (extra) call(3, "more", () => {});
    return out.take();
  };
  const session = await sessionOf({ a: write(0x5000n, 0x7000n, false), b: write(0x9000n, 0x5000n, true) });
  assertEquals(await ask(session, "calls of a | select normal"), [
    ["make(dpy = <make.dpy 1>, ctx = ?) = <make.return 1>"],
    ["use(dpy = <make.dpy 1>, ctx = <make.return 1>)"],
  ]);
  const rows = await ask(
    session,
    "diff (calls of a | extend call = normal), (calls of b | extend call = normal) by call | where count_delta != 0",
  );
  assertEquals(rows, [["more(dpy = ?, ctx = ?)", 0, 1, 1]]);
});

Deno.test("args() with an argument name suggests arg(), and a misspelled argument suggests the right name", async () => {
  const session = await sessionOf({ a: "real-userarrays" });
  for (
    const [query, suggestion] of [
      ['calls | select args("type")', 'did you mean arg("type")?'],
      ['calls | select arg("tipe")', 'did you mean "type"?'],
    ] as const
  ) {
    const { warnings } = session.prepare(query);
    assertEquals(warnings.map((each) => [each.code, each.suggestion]), [["Q302", suggestion]]);
  }
});

/** Captures of GFXReconstruct compared with a plain reader of JSON, and records that are odd, damaged or hostile. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { CLASS_BITS } from "../../../src/formats/apitrace/call_classes.ts";
import { classBits } from "../../../src/formats/gfxr/classes.ts";
import { gfxr } from "../../../src/formats/gfxr/mod.ts";
import { Quarry } from "../../../mod.ts";
import { OTHER_PATH, Paths } from "../../../src/formats/gfxr/paths.ts";
import { MemorySink } from "../../support/memory_sink.ts";

const SAMPLES = new URL("../../../testdata/gfxr/", import.meta.url);

interface Call {
  readonly name: string;
  readonly return?: unknown;
  readonly thread?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

async function textOf(name: string): Promise<string> {
  const file = await Deno.open(new URL(name, SAMPLES));
  const bytes = name.endsWith(".gz")
    ? file.readable.pipeThrough(new DecompressionStream("gzip"))
    : file.readable;
  return await new Response(bytes).text();
}

/** Calls with their indexes, by `JSON.parse`; other lines are left out. */
async function callsOf(name: string): Promise<[number, Call][]> {
  const text = await textOf(name);
  const records: Record<string, unknown>[] = text.startsWith("[")
    ? JSON.parse(text)
    : text.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  return records.flatMap((each) => {
    const call = (each["vkFunc"] ?? each["function"]) as Call | undefined;
    return call ? [[each["index"] as number, call] as [number, Call]] : [];
  });
}

/** Values with their paths. */
function leaves(value: unknown, path: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => leaves(each, `${path}[${at}]`));
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, path === "" ? key : `${path}.${key}`));
}

async function ask(name: string, query: string): Promise<unknown[][]> {
  await using quarry = await Quarry.open(new URL(name, SAMPLES).pathname);
  return [...(await quarry.query(query)).rows()].map((row) => Object.values(row));
}

async function read(text: string, piece?: number): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(text)), sink.arena, piece);
  try {
    await window.more();
    await gfxr.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

async function codes(text: string): Promise<string[]> {
  return (await read(text)).problems.map(({ code }) => code);
}

const call = (args: string, more = ""): string =>
  `{"index":1,"vkFunc":{"name":"vkA",${more}"args":${args}}}\n`;

for (const name of ["cube3.jsonl", "info.jsonl", "trim.jsonl", "newer.jsonl.gz", "list.json"]) {
  Deno.test(`${name}: calls and all values equal those of JSON.parse`, async () => {
    const calls = await callsOf(name);
    assert(calls.length > 100);
    assertEquals(
      await ask(name, "calls | select no, name, ret, thread"),
      calls.map(([no, { name, return: ret = null, thread = null }]) => [
        BigInt(no),
        name,
        ret,
        thread === null ? null : BigInt(thread),
      ]),
    );
    const found = await ask(name, 'args | where arg != "return" | select no, arg, type, value');
    const wanted = calls.flatMap(([no, { args = {} }]) =>
      leaves(args, "").map(([path, value]) => [no, path, value])
    );
    assertEquals(found.length, wanted.length);
    for (const [at, [no, path, type, value]] of found.entries()) {
      const [wantedNo, wantedPath, json] = wanted[at]!;
      assertEquals([Number(no), path], [wantedNo, wantedPath]);
      if (json === null) assertEquals([type, value], ["null", null]);
      else if (typeof json === "number") assertEquals(Number(value), json);
      else assertEquals(value, json === "" ? null : String(json));
    }
  });
}

Deno.test("frames end with a present, or only with frame markers if there are any", async () => {
  const frames = "frames | select frame, first, last, calls, ended";
  assertEquals(await ask("newer.jsonl.gz", frames), await ask("cube3.jsonl", frames));
  assertEquals((await ask("cube3.jsonl", frames)).map((row) => row.at(-1)), [true, true, true, false]);
  const present = (no: number, key: string): string =>
    `{"index":${no},"${key}":{"name":"vkQueuePresentKHR"${
      key === "function" ? ',"thread":1' : ""
    },"args":{}}}\n`;
  const marker = '{"frame":{"marker_type":"EndMarker","frame_number":1}}\n';
  const count = async (text: string): Promise<number> => (await read(text)).rows("frames").length;
  assertEquals(await count(present(1, "vkFunc") + present(2, "vkFunc")), 2);
  assertEquals(await count(present(1, "function") + present(2, "function")), 2);
  // Two presents of a frame with two windows.
  const both = present(1, "function") + marker + present(2, "function") + present(3, "function") + marker;
  assertEquals(await count(both), 2);
});

Deno.test("device memory is allocated, and freed on its own or with its device", async () => {
  assertEquals(await ask("cube3.jsonl", "allocs | select addr, size, leaked | sort size desc | take 1"), [[
    22n,
    512_000n,
    false,
  ]]);
  const make = (no: number, handle: number): string =>
    `{"index":${no},"vkFunc":{"name":"vkAllocateMemory","return":"VK_SUCCESS","args":{"device":4,"pAllocateInfo":` +
    `{"allocationSize":${no}},"pAllocator":null,"pMemory":${handle}}}}\n`;
  const failed = make(9, 99).replace("VK_SUCCESS", "VK_ERROR_OUT_OF_DEVICE_MEMORY");
  const device =
    '{"index":1,"vkFunc":{"name":"vkCreateDevice","return":"VK_SUCCESS","args":{"physicalDevice":2,"pDevice":4}}}\n';
  const end = '{"index":8,"vkFunc":{"name":"vkDestroyDevice","args":{"device":4,"pAllocator":null}}}\n';
  const sink = await read(device + make(2, 10) + make(3, 11) + failed + end);
  assertEquals(sink.rows("objects").map(({ type, deleted }) => [type, deleted]), [
    ["Device", 8n],
    ["Memory", 8n],
    ["Memory", 8n],
  ]);
  assertEquals(
    sink.rows("events").map(({ kind, addr, size }) => [kind, addr, size]),
    [
      ["call", null, null],
      ["alloc", 10n, 2n],
      ["alloc", 11n, 3n],
      ["call", null, null],
      ["free", 11n, 3n],
      ["free", 10n, 2n],
    ],
  );
});

Deno.test("calls get their class by name, and most have none", () => {
  const none = ["vkCreateBuffer", "ID3D12Device::CreateFence", "vkQueueSubmit"];
  assertEquals(none.map(classBits), [0, 0, 0]);
  assertEquals(classBits("vkGetFenceStatus"), CLASS_BITS["no-side-effects"]);
  assertEquals(classBits("ID3D12GraphicsCommandList4::DispatchMesh"), CLASS_BITS["render"]);
});

Deno.test("numbers of 64 bits are exact", async () => {
  assertEquals(
    await ask(
      "odd-lines.jsonl",
      'calls | where no == 4 | select unsigned("a"), signed("b"), float("c"), args',
    ),
    [[
      18446744073709551615n,
      -9223372036854775808n,
      Infinity,
      'a = 18446744073709551615, b = -9223372036854775808, c = 1e400, d = NaN, e = "\\ud800"',
    ]],
  );
});

Deno.test("methods of Direct3D 12 have the type of their object, and meta lines are events", async () => {
  assertEquals(await ask("d3d12.jsonl", "calls | by name | sort count desc, name | take 2"), [
    ["ID3D12GraphicsCommandList::DrawInstanced", 2n],
    ["D3D12CreateDevice", 1n],
  ]);
  assertEquals(await ask("d3d12.jsonl", "frames | select calls, draws, ended"), [[4n, 1n, true], [
    1n,
    1n,
    false,
  ]]);
  assertEquals(await ask("d3d12.jsonl", "events | where kind == meta | select no, name"), [[
    3n,
    "FillMemoryCommand",
  ]]);
});

Deno.test("records that are not calls are reported once, and the calls are kept", async () => {
  for (
    const [line, code] of [
      ["not json", "bad-line"],
      ["[1,2]", "bad-line"],
      ['!{"index":6,"vkFunc":{"name":"vkB","args":{}}}', "bad-line"],
      ['{"index":6}', "bad-record"],
      ['{"index":7,"vkFunc":"text"}', "bad-record"],
      ['{"index":8,"vkFunc":{}}', "no-name"],
      ['{"index":8,"vkFunc":{"args":{"x":1}}}', "no-name"],
      ['{"index":8,"vkFunc":{"name":3}}', "no-name"],
      ['{"vkFunc":{"name":"vkB","args":{}}}', "no-index"],
      ['{"index":-3,"vkFunc":{"name":"vkB","args":{}}}', "no-index"],
      ['{"index":9,"vkFunc":{"name":"vkB","args":[1,[2]]}}', "bad-args"],
      ['{"index":9,"vkFunc":{"name":"vkB","args":"x"}}', "bad-args"],
      ['{"index":9,"vkFunc":{"name":"vkB","args":{"a":[Unhandled VkX]}}}', "bad-line"],
      ['{"index":9,"vkFunc":{"name":"vkB","args":{"a":01x}}}', "bad-line"],
      ['{"index":9,"vkFunc":{"name":"vkB","args":{}}} {}', "bad-line"],
      ['{"index":9,"vkFunc":{"name":"vkB","args":{"a":1,}}}', "bad-line"],
    ] as const
  ) {
    const sink = await read(call("{}") + line + "\r\n\n" + call("{}"));
    assertEquals(sink.problems.map(({ code }) => code), [code], line);
    const kept = code === "no-index" || code === "bad-args" ? 3 : 2;
    assertEquals(sink.rows("calls").length, kept, line);
    const listed = await read(`[\n${call("{}")},${line},${call("{}")}]`);
    assert(listed.problems.length > 0, line);
  }
});

Deno.test("a list may be cut inside or between records, and may be followed by other bytes", async () => {
  assertEquals(await codes(`[${call("{}")}]\n`), []);
  assertEquals(await codes(`[${call("{}")}`), ["cut-record"]);
  assertEquals(await codes(`[${call("{}")},{"index":2,`), ["cut-record"]);
  assertEquals(await codes(`[${call("{}")}] x`), ["trailing-bytes"]);
  await assertRejects(() => read("[]"), FormatError);
  await assertRejects(() => read("\n"), FormatError);
});

Deno.test("any split of the input gives the same rows", async () => {
  const text = await textOf("list.json");
  const whole = (await read(text)).rows("calls");
  for (const piece of [2, 7, 64, 4097]) assertEquals((await read(text, piece)).rows("calls"), whole);
});

Deno.test("debug labels nest in their command buffer or queue", async () => {
  const label = (no: number, buffer: number, name: string): string =>
    `{"index":${no},"vkFunc":{"name":"vkCmdBeginDebugUtilsLabelEXT","args":{"commandBuffer":${buffer},` +
    `"pLabelInfo":{"sType":"VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT","pLabelName":"${name}","color":[0,0,0,1]}}}}\n`;
  const plain = (no: number, buffer: number, name: string): string =>
    `{"index":${no},"vkFunc":{"name":"${name}","args":{"commandBuffer":${buffer}}}}\n`;
  const sink = await read(
    plain(1, 7, "vkCmdDraw") + label(2, 7, "shadows") + label(3, 8, "other") + label(4, 7, "trees") +
      plain(5, 7, "vkCmdDraw") + plain(6, 8, "vkCmdDraw") + plain(7, 7, "vkCmdEndDebugUtilsLabelEXT") +
      plain(8, 7, "vkCmdDrawIndexed") + plain(9, 7, "vkCmdEndDebugUtilsLabelEXT"),
  );
  assertEquals(
    sink.rows("groups").map((
      { path, depth, parent, first, last, draws },
    ) => [path, depth, parent, first, last, draws]),
    [
      ["shadows", 0, null, 2n, 9n, 2n],
      ["other", 0, null, 3n, null, 1n],
      ["shadows / trees", 1, 1, 4n, 7n, 1n],
    ],
  );
});

Deno.test("normal numbers pointers by first use, and keeps flags unchanged", async () => {
  assertEquals(
    await ask(
      "cube3.jsonl",
      'calls | where name == "vkCreateXcbSurfaceKHR" | select shown = substr(normal, 0, 160)',
    ),
    [[
      "vkCreateXcbSurfaceKHR(instance = 1, pCreateInfo = " +
      '{"sType":"VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR","pNext":null,"flags":0,"connection":ptr1,"window":209',
    ]],
  );
  const [[shown]] = await ask("d3d12.jsonl", "calls | where no == 2 | select normal") as [[string]];
  assert(
    shown.startsWith('ID3D12Device::CreateCommandQueue(pDesc = {"Type":"D3D12_COMMAND_LIST_TYPE_DIRECT"'),
    shown,
  );
  assert(shown.includes('"Flags":"0x00000001"'), shown);
});

Deno.test("keys crafted to share a hash are fast, and other keys are still found", () => {
  const paths = new Paths();
  const pathOf = (key: string, hash: number): number => {
    const bytes = new TextEncoder().encode(key);
    return paths.child(0, bytes, 0, bytes.length, hash);
  };
  const first = pathOf("first", 7);
  const looked = Array.from({ length: 100_000 }, (_, at) => pathOf(`k${at}`, 7));
  assert(first > OTHER_PATH && looked.at(-1) === OTHER_PATH && paths.hasOthers);
  assertEquals(pathOf("first", 7), first);
  assert(pathOf("another", 99_991) > OTHER_PATH);
});

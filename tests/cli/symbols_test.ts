/** `quarry symbols`: modules of backtraces, the files missing for their names, and debug files by build id. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { TYPE_DYN } from "../../src/elf/header.ts";
import { protoMessage } from "../../src/export/proto_writer.ts";
import { makeElf } from "../elf/make_elf.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { parseArguments } from "../../src/cli/args.ts";
import { symbolsCommand } from "../../src/cli/commands/symbols.ts";
import { fakeHost } from "./fake_host.ts";
import { quarry } from "./program.ts";

const BUILD = "ab0123456789";
const APP = "/nowhere/app";

/** An ELF file with a build id. */
function elf(buildId: string, symbols: Parameters<typeof makeElf>[0]["symbols"]): Uint8Array<ArrayBuffer> {
  const id = Uint8Array.fromHex(buildId);
  const note = Uint8Array.of(4, 0, 0, 0, id.length, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4e, 0x55, 0, ...id, 0, 0);
  return new Uint8Array(makeElf({
    bits: 64,
    littleEndian: true,
    machine: 62,
    type: TYPE_DYN,
    segments: [{ flags: 5, offset: 0, addr: 0, size: 0x2000 }],
    ...(symbols ? { symbols } : {}),
    sections: [{ name: ".note.gnu.build-id", type: 7, bytes: note }],
  }));
}

/** A profile with one sample in a program that does not exist, with its build id. */
function profile(buildId: string, from: bigint): Uint8Array<ArrayBuffer> {
  const texts = ["", "samples", "count", APP, buildId];
  return new Uint8Array(protoMessage((message) => {
    message.inner(1, (type) => {
      type.number(1, 1);
      type.number(2, 2);
    });
    message.inner(2, (sample) => {
      sample.packed(1, [1n]);
      sample.packed(2, [1n]);
    });
    message.inner(3, (mapping) => {
      mapping.number(1, 1);
      mapping.wide(2, from);
      mapping.wide(3, from + 0x2000n);
      mapping.number(5, 3);
      mapping.number(6, 4);
    });
    message.inner(4, (location) => {
      location.number(1, 1);
      location.number(2, 1);
      location.wide(3, from + 0x1010n);
    });
    for (const text of texts) message.text(6, text);
  }));
}

interface Row {
  readonly module: string;
  readonly frames: number;
  readonly named: number;
  readonly missing: string | null;
  readonly missing_files: string | null;
  readonly build_id: string | null;
  readonly symbols_from: string | null;
  readonly looked_for: string | null;
}

/** A folder with a profile, a root without programs, and the output of the command about the only module. */
async function withProfile(
  buildId: string,
  use: (folder: string, symbols: (...args: string[]) => Promise<Row>) => Promise<void>,
  from = 0x7f0000000000n,
): Promise<void> {
  using folder = Temporary.folder();
  const { path } = folder;
  await Deno.writeFile(`${path}/p.pb`, profile(buildId, from));
  await Deno.mkdir(`${path}/root/nowhere`, { recursive: true });
  await use(path, async (...args) => {
    const { out, err } = await quarry([
      "symbols",
      `${path}/p.pb`,
      "--sysroot",
      `${path}/root`,
      "-m",
      "ndjson",
      ...args,
    ], {
      env: { DEBUGINFOD_CACHE_PATH: `${path}/cache` },
    });
    const rows = out.trim().split("\n").map((line) => JSON.parse(line) as Row);
    assertEquals(rows.length, 1, err);
    return rows[0]!;
  });
}

const FUNCTION = { name: "work", address: 0x1000, size: 0x100 };

Deno.test("symbols reports a missing program and every place that was searched", async () => {
  await withProfile(BUILD, async (path, symbols) => {
    const row = await symbols();
    assertEquals(
      [row.module, Number(row.frames), Number(row.named), row.missing, row.build_id, row.symbols_from],
      [APP, 1, 0, "the program", BUILD, null],
    );
    assertEquals(row.missing_files, `.build-id/ab/${BUILD.slice(2)}.debug`);
    for (
      const place of [
        `root${APP}`,
        `root/usr/lib/debug/.build-id/ab/${BUILD.slice(2)}`,
        `root/usr/lib/debug/.build-id/ab/${BUILD.slice(2)}.debug`,
        `root/usr/lib/.build-id/ab/${BUILD.slice(2)}`,
        `cache/${BUILD}/executable`,
        `cache/${BUILD}/debuginfo`,
      ]
    ) assert(row.looked_for!.split(" ").includes(`${path}/${place}`), `${place} of ${row.looked_for}`);
  });
});

for (
  const place of [
    `root${APP}`,
    `root/usr/lib/debug/.build-id/ab/${BUILD.slice(2)}.debug`,
    `root/usr/lib/.build-id/ab/${BUILD.slice(2)}`,
    `mine/.build-id/ab/${BUILD.slice(2)}.debug`,
    `cache/${BUILD}/executable`,
    `cache/${BUILD}/debuginfo`,
  ]
) {
  Deno.test(`functions get names from a file with the build id in ${place}`, async () => {
    await withProfile(BUILD, async (path, symbols) => {
      await Deno.mkdir(`${path}/mine`, { recursive: true });
      const file = `${path}/${place}`;
      await Deno.mkdir(file.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeFile(file, elf(BUILD, [FUNCTION]));
      const row = await symbols("--debug-dir", `${path}/mine`);
      assertEquals([Number(row.named), row.symbols_from], [1, file]);
      const { out } = await quarry([
        "query",
        `${path}/p.pb`,
        "-e",
        "stacks | select frames",
        "--sysroot",
        `${path}/root`,
        "--debug-dir",
        `${path}/mine`,
        "--no-header",
        "-m",
        "tsv",
      ], { env: { DEBUGINFOD_CACHE_PATH: `${path}/cache` } });
      assertEquals(out, "work\n");
    });
  });
}

Deno.test("a file of another build gives no names, and is reported", async () => {
  await withProfile(BUILD, async (path, symbols) => {
    await Deno.writeFile(`${path}/root${APP}`, elf("cd0123456789", [FUNCTION]));
    const row = await symbols();
    assertEquals(
      [Number(row.named), row.missing],
      [0, `the program of this build: ${path}/root${APP} is build cd0123456789`],
    );
  });
});

Deno.test("a build id is not used as a path", async () => {
  await withProfile("../../../../etc/passwd", async (path, symbols) => {
    assertEquals((await symbols()).looked_for, `${path}/root${APP}`);
  });
});

Deno.test("symbols reports a missing debug file for a program without symbols", async () => {
  await withProfile(BUILD, async (path, symbols) => {
    // Its only section is the note: a stripped program.
    await Deno.writeFile(`${path}/root${APP}`, elf(BUILD, undefined));
    const row = await symbols();
    assertEquals(row.symbols_from, `${path}/root${APP}`);
    assertMatch(row.missing!, /^(a debug file with|nothing: )/);
  });
});

Deno.test("symbols shows only columns about missing files on a screen, and all columns in other modes", async () => {
  await withProfile(BUILD, async (path) => {
    const host = { ...fakeHost({ terminal: true, columns: 100 }), exists: () => true };
    const args = parseArguments([`${path}/p.pb`, "--sysroot", `${path}/root`, "--no-cache"], symbolsCommand);
    assertEquals(
      await symbolsCommand.run(host, args, { all: () => Promise.reject(new Error("nobody asks")) }),
      0,
    );
    const [, head, , row] = host.written.out.split("\n").map((line) =>
      // deno-lint-ignore no-control-regex -- control characters of terminals
      line.replace(/\x1b\[[\d;]*\w/g, "").split("│").map((each) => each.trim()).filter((each) => each !== "")
    );
    assertEquals(head, ["module", "frames", "named", "with_line", "missing", "missing_files"]);
    assertEquals(row, [APP, "1", "0", "0", "the program", `.build-id/ab/${BUILD.slice(2)}.debug`]);
  });
});

for (
  const [program, part, named] of [
    ["split4", "split4.dwo", 1],
    ["split5", "split5.dwo", 1],
    // Inlined functions, whose own names are in the missing file.
    ["shared5", "shared.debug", 3],
  ] as const
) {
  Deno.test(`symbols names ${part} as the file with the rest of the debug information of ${program}`, async () => {
    const bytes = await Deno.readFile(new URL(`../elf/debug_programs/${program}`, import.meta.url));
    const buildId = new ElfFile(accessOf(bytes)).buildId!;
    await withProfile(buildId, async (path, symbols) => {
      await Deno.writeFile(`${path}/root${APP}`, bytes);
      const row = await symbols();
      assertEquals([Number(row.named), row.missing, row.missing_files], [
        named,
        `debug information in ${part}`,
        part,
      ]);
      const other = part.replace("shared", "shared5");
      await Deno.copyFile(
        new URL(`../elf/debug_programs/${other}`, import.meta.url),
        `${path}/root/nowhere/${part}`,
      );
      const whole = await symbols();
      assertEquals([whole.missing, whole.missing_files], [null, null]);
      // A file without debug information counts as missing.
      await Deno.writeTextFile(`${path}/root/nowhere/${part}`, "no part");
      assertEquals((await symbols()).missing_files, part);
    }, 0x400000n);
  });
}

Deno.test({
  ...withTools(
    ["curl"],
    "--debuginfod downloads missing files and keeps them, and without it nothing is requested",
  ),
  async fn() {
    const asked: string[] = [];
    let answer = (): Response => new Response(elf(BUILD, [FUNCTION]));
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
      asked.push(new URL(url).pathname);
      return answer();
    });
    const address = `http://127.0.0.1:${server.addr.port}`;
    try {
      await withProfile(BUILD, async (path, symbols) => {
        await symbols();
        assertEquals(asked, []);
        answer = () => new Response("no such build", { status: 404 });
        assertEquals((await symbols("--debuginfod", `${address}/`)).missing, "the program");
        const files = (): string[] => Array.from(Deno.readDirSync(`${path}/cache`), ({ name }) => name);
        assertEquals(files(), [], "nothing is left where nothing came");
        // A file other than the requested one is not kept.
        answer = () => new Response(elf("cd0123456789", [FUNCTION]));
        const wrong = await quarry(["symbols", `${path}/p.pb`, "--debuginfod", address], {
          env: { DEBUGINFOD_CACHE_PATH: `${path}/cache` },
        });
        assertEquals(wrong.code, 3);
        assertStringIncludes(wrong.err, "it is of build cd0123456789");
        assertEquals(files(), []);
        answer = () => new Response(elf(BUILD, [FUNCTION]));
        const row = await symbols("--debuginfod", address);
        assertEquals([Number(row.named), row.symbols_from], [1, `${path}/cache/${BUILD}/debuginfo`]);
        assertEquals(asked, Array(3).fill(`/buildid/${BUILD}/debuginfo`));
        await symbols("--debuginfod", address);
        assertEquals((await symbols()).named, row.named, "it stays");
      });
    } finally {
      await server.shutdown();
    }
  },
});

Deno.test("--debuginfod requires an address, and symbols requires one trace with backtraces", async () => {
  for (
    const [args, said] of [
      [
        ["testdata/pprof/cpu.pb.gz", "--debuginfod", "file:///etc"],
        'Cannot ask "file:///etc" for debug files',
      ],
      [[], "Expected one trace, found 0 operands"],
      [["testdata/lcov/calc.info"], "The trace has no backtraces"],
    ] as const
  ) {
    const { code, err } = await quarry(["symbols", ...args]);
    assertEquals(code, 2, err);
    assertStringIncludes(err, said);
  }
});

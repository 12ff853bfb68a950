import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { InputError, UsageError } from "../../src/base/errors.ts";
import { parseThreads } from "../../src/base/thread_count.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { openDataset } from "../../src/cli/dataset_folder.ts";
import { tracesInFolder } from "../../src/cli/choose_trace.ts";
import { readText } from "../../src/cli/read_text.ts";
import { expandLists } from "../../src/cli/trace_operands.ts";
import { snappyChunks } from "../../src/containers/snappy.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { debugSection } from "../../src/elf/dwarf_sections.ts";
import { readLines } from "../../src/elf/lines.ts";
import type { Section } from "../../src/elf/sections.ts";
import { openDemangler } from "../../src/ingest/demangle.ts";
import { readListFile } from "../../src/ingest/list_file.ts";
import { folderReason } from "../../src/ingest/similar_files.ts";
import { ProgramFiles } from "../../src/ingest/program_files.ts";
import { RootedFiles } from "../../src/ingest/rooted_files.ts";
import { openOutput } from "../../src/output/output.ts";
import { talking } from "../repl/talking.ts";
import { withFolder } from "../support/temporary.ts";
import { times, type Trials } from "./trial.ts";

const MAGIC = new TextEncoder().encode("MTRC and what follows");
const TRACE = new URL("../../testdata/gnatcov/syn-empty.trace", import.meta.url);

const isMagic = (head: Uint8Array): boolean => head[0] === MAGIC[0] && head[3] === MAGIC[3];

function packed(count: number, pack: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  let bytes: Uint8Array = MAGIC;
  for (let at = 0; at < count; at++) bytes = Uint8Array.from(pack(bytes));
  return bytes;
}

/** Makes `0` a file and each number a link to the one before; returns the path of the longest chain. */
async function chainOfLinks(folder: string, count: number): Promise<string> {
  await Deno.writeTextFile(`${folder}/0`, "");
  for (let at = 1; at <= count; at++) await Deno.symlink(`${at - 1}`, `${folder}/${at}`);
  return `${folder}/${count}`;
}

/** A file of this length that takes no disk space. */
async function sparse(path: string, bytes: number): Promise<string> {
  await Deno.writeTextFile(path, "");
  await Deno.truncate(path, bytes);
  return path;
}

/** A debug section that claims this many bytes, and the file around it. */
function claiming(bytes: Uint8Array, size: number): Parameters<typeof debugSection> {
  const head = new Uint8Array(24);
  new DataView(head.buffer).setUint32(0, 1, true);
  new DataView(head.buffer).setBigUint64(8, BigInt(size), true);
  const content = Uint8Array.from([...head, ...bytes]);
  return [...inMemory(content, 0x800n), ".debug_line"];
}

function inMemory(content: Uint8Array, flags: bigint): [...Parameters<typeof readLines>] {
  const access = {
    size: content.length,
    read: (offset: number, length: number) => content.subarray(offset, offset + length),
  };
  const header = { bits: 64, littleEndian: true, type: 2, machine: 62 };
  const section = { name: ".debug_line", type: 1, flags, offset: 0n, size: BigInt(content.length) };
  return [{ access, header: header as never, sections: [section as Section], segments: [] }];
}

/** Trials of the limits of files. */
export const FILE_TRIALS: Trials = {
  threads(most) {
    assertEquals([parseThreads(`${most}`), parseThreads(`${most + 1}`)], [most, undefined]);
  },
  async containers(most) {
    const { containers } = await unwrap(sourceOf(packed(most, gzipSync)), isMagic);
    assertEquals(containers.length, most);
    await assertRejects(
      () => unwrap(sourceOf(packed(most + 1, gzipSync)), isMagic),
      Error,
      `more than ${most} nested containers`,
    );
  },
  async guessedContainers(most) {
    const inside = async (count: number): Promise<boolean> =>
      isMagic((await unwrap(sourceOf(packed(count, brotliCompressSync)), isMagic)).head);
    assertEquals([await inside(most), await inside(most + 1)], [true, false]);
  },
  async snappyChunk(most) {
    const chunk = (length: number): Uint8Array => {
      const bytes = new Uint8Array(7);
      bytes.set([0x61, 0x74]);
      new DataView(bytes.buffer).setUint32(2, length, true);
      return bytes;
    };
    const codes = async (length: number): Promise<string[]> => {
      const layer = snappyChunks.open(sourceOf(chunk(length)));
      await layer.read(new Uint8Array(100));
      const found = layer.damage.map(({ code }) => code);
      layer.close();
      return found;
    };
    assertEquals(await codes(most + 1), ["bad-chunk"]);
    assertEquals((await codes(most)).includes("bad-chunk"), false);
  },
  text: (most) =>
    withFolder(async (folder) => {
      const text = new Uint8Array(most).fill(32);
      await Deno.writeFile(`${folder}/fits`, text);
      assertEquals((await readText(`${folder}/fits`)).length, most);
      const long = await sparse(`${folder}/long`, most + 1);
      await assertRejects(() => readText(long), Error, `it is longer than ${most >> 20} MB`);
    }),
  footer: (most) =>
    withFolder(async (folder) => {
      const place = `${folder}/trace=a`;
      await Deno.mkdir(place);
      const reading = async (length: number): Promise<string> => {
        const path = await sparse(`${place}/events.parquet`, length + 8);
        using file = await Deno.open(path, { write: true });
        await file.seek(length, Deno.SeekMode.Start);
        const end = new Uint8Array([0, 0, 0, 0, ...new TextEncoder().encode("PAR1")]);
        new DataView(end.buffer).setUint32(0, length, true);
        await file.write(end);
        return assertThrows(() => openDataset(folder).table("events", null), InputError).message;
      };
      assertStringIncludes(await reading(most), "footer has no columns");
      assertStringIncludes(await reading(most + 1), `its footer cannot have ${most + 1} bytes`);
    }),
  callList: (most) =>
    withFolder(async (folder) => {
      assertEquals(readListFile(await sparse(`${folder}/fits`, most))?.length, most);
      assertEquals(readListFile(await sparse(`${folder}/long`, most + 1)), undefined);
    }),
  async traceLists(most) {
    const host = (last: number): Parameters<typeof expandLists>[0] => ({
      exists: () => false,
      readTextFile: (path) => Promise.resolve(Number(path) < last ? `@${Number(path) + 1}\n` : "run.mtrc\n"),
    });
    assertEquals(await expandLists(host(most), ["@1"]), ["run.mtrc"]);
    await assertRejects(
      () => expandLists(host(most + 1), ["@1"]),
      UsageError,
      "too many nested lists",
    );
  },
  async scriptsInScripts(most) {
    const { host, say } = await talking();
    for (let at = 1; at <= most + 1; at++) {
      host.files.set(`${at}`, at > most ? "events | count" : `.read ${at + 1}`);
    }
    assertStringIncludes(await say(".read 2"), "1257");
    assertStringIncludes(await say(".read 1"), `${most} files already read one another`);
  },
  program: (most) =>
    withFolder(async (folder) => {
      assertEquals(new ProgramFiles().open(await sparse(`${folder}/fits`, 1 << 20))?.length, 1 << 20);
      assertEquals(new ProgramFiles().open(await sparse(`${folder}/long`, most)), undefined);
    }),
  programLinks: (most) =>
    withFolder(async (folder) => {
      await chainOfLinks(folder, most + 1);
      const files = new RootedFiles(folder);
      assert(files.open(`${folder}/${most}`));
      assertEquals(files.open(`${folder}/${most + 1}`), undefined);
      files.close();
    }),
  outputLinks: (most) =>
    withFolder(async (folder) => {
      await chainOfLinks(folder, most + 1);
      const write = async (path: string): Promise<void> => {
        const output = await openOutput(path, { kind: "text", force: true } as never);
        await output.write("x");
        await output.finish();
      };
      await write(`${folder}/${most}`);
      assertEquals(await Deno.readTextFile(`${folder}/0`), "x");
      await assertRejects(() => write(`${folder}/${most + 1}`));
    }),
  debugRatio(most) {
    const bytes = deflateSync(new Uint8Array(10_000));
    const message = (size: number): string => {
      try {
        debugSection(...claiming(bytes, size));
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    assertStringIncludes(message(bytes.length * most + 1), "cannot decompress");
    assertEquals(message(bytes.length * most).includes("cannot decompress"), false);
  },
  lineProblems(most) {
    // Units of an unknown version, four bytes each.
    const units = (count: number): Uint8Array =>
      Uint8Array.from({ length: 6 * count }, (_, at) => [2, 0, 0, 0, 99, 0][at % 6]!);
    assertEquals(readLines(...inMemory(units(most), 0n)).problems.length, most);
    assertEquals(readLines(...inMemory(units(most + 1), 0n)).problems.length, most);
  },
  async demangledName(most) {
    const demangle = await openDemangler();
    const name = (letters: number): string => `_Z${letters - 6}${"x".repeat(letters - 6)}`;
    assertEquals(demangle(name(most)), "x".repeat(most - 6));
    assertEquals(demangle(name(most + 1)), name(most + 1));
  },
  async demangledReferences(most) {
    const demangle = await openDemangler();
    const name = (count: number): string => `_Z1f1A${"S_".repeat(count)}`;
    assertEquals(demangle(name(most)), `f(${times(most + 1, () => "A", ", ")})`);
    assertEquals(demangle(name(most + 1)), name(most + 1));
  },
  async demangledCharacters(most) {
    let left = 0;
    const demangle = await openDemangler(() => left++);
    const text = (number: number): string => `${number}`.padStart(4000, "x");
    const each = "_Z4000".length + 2 * text(0).length;
    const count = Math.ceil(most / each);
    for (let at = 0; at < count; at++) assertEquals(demangle(`_Z4000${text(at)}`) === text(at), true);
    assertEquals(left, 0);
    assertEquals(demangle(`_Z4000${text(count)}`), `_Z4000${text(count)}`);
    assertEquals(left, 1);
  },
  searchedFiles: (most) =>
    withFolder(async (folder) => {
      for (let at = 0; at < most - 1; at++) await Deno.writeTextFile(`${folder}/${1000 + at}`, "no trace");
      await Deno.copyFile(TRACE, `${folder}/9999`);
      assertStringIncludes(await folderReason(folder), "traces in it");
      await Deno.writeTextFile(`${folder}/5000`, "no trace");
      assertStringIncludes(await folderReason(folder), "directory without traces");
    }),
  searchedFolders: (most) =>
    withFolder(async (folder) => {
      const deep = folder + "/x".repeat(most + 1);
      await Deno.mkdir(deep, { recursive: true });
      await Deno.copyFile(TRACE, `${deep}/trace`);
      assertStringIncludes(await folderReason(folder), "directory without traces");
      assertStringIncludes(await folderReason(`${folder}/x`), "traces in it");
    }),
  offeredFiles: (most) =>
    withFolder(async (folder) => {
      for (let at = 0; at < most - 1; at++) await Deno.writeTextFile(`${folder}/${10_000 + at}`, "no trace");
      await Deno.copyFile(TRACE, `${folder}/99999`);
      const found = async (): Promise<number> => (await Array.fromAsync(tracesInFolder(folder))).length;
      assertEquals(await found(), 1);
      await Deno.writeTextFile(`${folder}/50000`, "no trace");
      assertEquals(await found(), 0);
    }),
};

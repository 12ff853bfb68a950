/**
 * Data between code, in real programs of three machines: what objdump takes for data is nowhere code that did not run. The
 * traces are runs under qemu-user; `tools/coverage_sample/record_pools.ts` makes them again.
 */
import { assert, assertEquals } from "@std/assert";
import type { ResultValue } from "../../../src/base/result_table.ts";
import type { Session } from "../../../src/engine/session.ts";
import { PanelContext } from "../../../src/report/panel_context.ts";
import { coveragePanels } from "../../../src/report/panels/coverage.ts";
import { sampleSession } from "../../support/sample_session.ts";
import { ask } from "./asking.ts";

const FOLDER = new URL("../../../testdata/gnatcov/pools/", import.meta.url);
const MACHINES = ["arm", "aarch64", "riscv64"];

interface Disassembled {
  /** Addresses of bytes of instructions. */
  readonly code: Set<number>;
  /** Addresses of bytes of data. */
  readonly data: Set<number>;
}

/** What objdump has printed: `ADDRESS: BYTES TEXT`; data is `.word` and the like. */
function disassembled(machine: string): Disassembled {
  const found: Disassembled = { code: new Set(), data: new Set() };
  const text = Deno.readTextFileSync(new URL(`pools-${machine}.objdump.txt`, FOLDER));
  for (const [, address, bytes, name] of text.matchAll(/^ +([0-9a-f]+):\t((?:[0-9a-f]+ )+)\s*\t(\S+)/gm)) {
    const kind = /^\.(word|short|byte|4byte|2byte)$/.test(name!) ? found.data : found.code;
    const count = bytes!.replaceAll(" ", "").length / 2;
    for (let byte = 0; byte < count; byte++) kind.add(parseInt(address!, 16) + byte);
  }
  return found;
}

type Row = Record<string, ResultValue>;

const number = (row: Row, column: string): number => Number(row[column]);

/** Addresses of rows that have a place. */
function bytesOf(rows: readonly Row[]): Set<number> {
  const bytes = new Set<number>();
  for (const row of rows) {
    for (let at = number(row, "addr"); at < number(row, "addr") + number(row, "size"); at++) bytes.add(at);
  }
  return bytes;
}

async function open(machine: string): Promise<Session> {
  return await sampleSession({ run: `testdata/gnatcov/pools/pools-${machine}.trace` });
}

const sorted = (bytes: Iterable<number>): number[] => [...bytes].sort((a, b) => a - b);

for (const machine of MACHINES) {
  const { code, data } = disassembled(machine);

  Deno.test(`data in functions of ${machine} does not count as uncovered code`, async () => {
    const session = await open(machine);
    const ran = bytesOf(await ask(session, "entries"));
    assert(data.size >= 8 && [...data].every((at) => !ran.has(at)), "objdump and the run agree");
    const functions = await ask(session, "functions");
    for (const row of functions) {
      const own = sorted(bytesOf([row]));
      const missing = own.filter((at) => code.has(at) && !ran.has(at));
      const covered = own.filter((at) => ran.has(at));
      assertEquals(number(row, "covered"), covered.length, `${row["func"]}`);
      assertEquals(number(row, "uncovered"), missing.length, `${row["func"]}`);
      assertEquals(number(row, "data"), own.filter((at) => data.has(at)).length, `${row["func"]}`);
      assertEquals(number(row, "covered") + number(row, "uncovered") + number(row, "data"), own.length);
      const state = covered.length === 0 ? "-" : missing.length > 0 ? "!" : "+";
      assertEquals(row["state"], state, `${row["func"]}`);
      const gaps = await ask(session, `uncovered | where func == "${row["func"]}"`);
      assertEquals(sorted(bytesOf(gaps)), missing, `${row["func"]}`);
    }
    const withData = functions.filter((row) => row["data"] !== 0n && row["state"] === "+");
    assert(withData.some((row) => row["func"] === "jumped"), "one that ran whole has data in its middle");
  });

  Deno.test(`lines, sections, gaps and complement of ${machine} agree with its functions`, async () => {
    const session = await open(machine);
    const ran = bytesOf(await ask(session, "entries"));
    const missing = sorted([...code].filter((at) => !ran.has(at)));
    for (const query of ["uncovered", 'complement of "*"', 'gaps in section(".text")']) {
      assertEquals(sorted(bytesOf(await ask(session, query))), missing, query);
    }
    const [text] = await ask(session, "sections | where executable");
    assertEquals(
      ["covered", "uncovered", "data"].map((column) => number(text!, column)),
      [ran.size, missing.length, data.size],
    );
    // Every byte of code has a line here, but those that the linker has made.
    const lines = await ask(session, "lines");
    const veneers = bytesOf((await ask(session, "functions")).filter((row) => row["line"] === null));
    const compiled = sorted([...code].filter((at) => !veneers.has(at)));
    const sum = (rows: readonly Row[], column: string): number =>
      rows.reduce((all, row) => all + number(row, column), 0);
    assertEquals(sum(lines, "size"), compiled.length);
    assertEquals(sum(lines, "uncovered"), missing.filter((at) => !veneers.has(at)).length);
    for (const row of lines) {
      assert(number(row, "size") > 0 && code.has(number(row, "addr")), `line ${row["line"]}`);
      const state = row["uncovered"] === row["size"] ? "-" : row["uncovered"] === 0n ? "+" : "!";
      assertEquals(row["state"], state, `line ${row["line"]}`);
    }
    const jumped = await ask(session, 'functions | where func == "jumped"');
    const [strip] = await ask(session, "heat in jumped");
    assert(!String(strip!["strip"]).includes("·"), String(strip!["strip"]));
    assertEquals(number(strip!, "covered"), number(jumped[0]!, "covered"));
  });
}

Deno.test("the report shows fully executed functions as fully covered", async () => {
  const session = await open("arm");
  const [context] = session.traces.map((trace) => new PanelContext(session, trace));
  const panel = (await coveragePanels(context!)).find(({ view }) => view.kind === "share")!;
  const { part, whole } = panel.view as { part: string; whole: string };
  const states = new Map((await ask(session, "functions")).map((row) => [row["func"], row["state"]]));
  for (const row of await ask(session, panel.query)) {
    const shown = row[part] === 0n ? "-" : row[part] === row[whole] ? "+" : "!";
    assertEquals(shown, states.get(row["func"]!), `${row["func"]}`);
  }
  assertEquals(states.get("mixed"), "+");
});

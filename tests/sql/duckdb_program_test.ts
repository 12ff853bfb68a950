/** DuckDB as a program on the PATH, if Quarry cannot load packages. */
import { assertEquals, assertRejects } from "@std/assert";
import { openEngine } from "../../src/sql/engines/registry.ts";
import type { ProgramOutput } from "../../src/sql/engines/engine_settings.ts";
import { EngineError } from "../../src/sql/engines/engine.ts";
import { rowsOf } from "../../src/sql/engines/duckdb_program.ts";

const COLUMNS = [
  { name: "addr", type: "u64", display: "hex" },
  { name: "func", type: "text", display: "plain" },
  { name: "share", type: "f64", display: "plain" },
] as const;

/** A machine whose duckdb prints this. */
function machine(answer: Partial<ProgramOutput>, asked: string[][] = []): Parameters<typeof openEngine>[1] {
  return {
    server: undefined,
    run(program, args) {
      asked.push([program, ...args]);
      const isVersion = args[0] === "--version";
      return Promise.resolve({ success: true, stdout: "", stderr: "", ...(isVersion ? {} : answer) });
    },
  };
}

Deno.test("rowsOf() keeps all digits, and values that JSON lacks, for every version of duckdb", () => {
  const old = '[{"a":18446744073709551615,"b":"NaN, \\"inf\\"","c":Infinity,"d":-inf,"e":null}]\n';
  assertEquals(rowsOf(old), [
    { a: "18446744073709551615", b: 'NaN, "inf"', c: "Infinity", d: "-inf", e: null },
  ]);
  assertEquals(rowsOf('[{"a":"18446744073709551615"},\n{"a":"1"}]'), [{ a: "18446744073709551615" }, {
    a: "1",
  }]);
  assertEquals([rowsOf("[]\n"), rowsOf("")], [[], []]);
});

Deno.test("the program duckdb answers if its package cannot be loaded", async () => {
  const asked: string[][] = [];
  const stdout =
    '[{"addr":18446744073709551615,"func":null,"share":Infinity},{"addr":"1","func":"main","share":0.5}]';
  const engine = await openEngine("duckdb", machine({ stdout }, asked));
  const table = await engine.run("SELECT 1", COLUMNS);
  const cells = [0, 1].map((row) => COLUMNS.map((_, column) => table.value(row, column)));
  assertEquals(cells, [[18446744073709551615n, null, Infinity], [1n, "main", 0.5]]);
  assertEquals(asked, [["duckdb", "--version"], ["duckdb", "-json", "-c", "SELECT 1"]]);
});

Deno.test("errors of the program duckdb are reported, and a missing program causes advice", async () => {
  const engine = await openEngine(
    "duckdb",
    machine({ success: false, stderr: "\nBinder Error: no\n\nLINE 1\n" }),
  );
  await assertRejects(() => engine.run("SELECT nope", COLUMNS), EngineError, "DuckDB: Binder Error: no");
  const none = { server: undefined, run: () => Promise.reject(new Deno.errors.NotFound()) };
  const error = await assertRejects(() => openEngine("duckdb", none), EngineError);
  assertEquals(
    error.message.split(". ")[0],
    "Cannot load DuckDB here, and there is no program duckdb on the PATH",
  );
});

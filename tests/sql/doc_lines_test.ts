/** The cell and the lines of docs/dialects.md, run unchanged: in PySpark, `clickhouse local` and `duckdb`. */
import { assertEquals, assertMatch } from "@std/assert";
import { programPath, unless } from "../support/programs.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";
import { PYSPARK } from "./spark_engine.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
/** A python with the package chdb, which is ClickHouse as a library. */
const CHDB_PYTHON = Deno.env.get("QUARRY_TEST_CHDB_PYTHON") ?? "";
const NO_CLICKHOUSE = programPath("clickhouse") === null && CHDB_PYTHON === ""
  ? "no clickhouse on the PATH, and QUARRY_TEST_CHDB_PYTHON names no python with chdb"
  : null;

/** The blocks of a language in the page. */
async function blocks(language: string): Promise<string[]> {
  const page = await Deno.readTextFile(`${ROOT}docs/dialects.md`);
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, word, text]) =>
    word === language ? [text!] : []
  );
}

/** Runs a program in a folder with the dataset `data`, and `quarry` on the PATH. */
async function runIn(program: string, args: readonly string[]): Promise<string> {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  await writeDataset(await sampleSession({ run: TRACE }), `${folder}/data`);
  await Deno.mkdir(`${folder}/bin`);
  const script = async (name: string, command: string): Promise<void> =>
    await Deno.writeTextFile(`${folder}/bin/${name}`, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  await script("quarry", `${Deno.execPath()} run -A --quiet --config ${ROOT}deno.json ${ROOT}cli.ts`);
  if (programPath("clickhouse") === null && CHDB_PYTHON !== "") {
    // The package does not accept the words `local --query` of the program.
    const words = `#!/bin/sh\nshift 2\nexec ${CHDB_PYTHON} -m chdb "$@"\n`;
    await Deno.writeTextFile(`${folder}/bin/clickhouse`, words, { mode: 0o755 });
  }
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: folder,
    env: { PATH: `${folder}/bin:${Deno.env.get("PATH")}` },
  }).output();
  const decoder = new TextDecoder();
  assertEquals(success, true, decoder.decode(stderr));
  return decoder.decode(stdout);
}

Deno.test("the page has a notebook cell and two command lines", async () => {
  assertEquals([(await blocks("python")).length, (await blocks("text")).length], [1, 2]);
});

Deno.test({
  ...unless(
    [PYSPARK === "" ? "QUARRY_TEST_PYSPARK names no python with pyspark" : null],
    "the PySpark cell shows the leak, and line numbers are not decimals",
  ),
  fn: async () => {
    const [cell] = await blocks("python");
    const begin = "from pyspark.sql import SparkSession\n" +
      'spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()\n';
    const types = 'print(dict(quarry("leaks | by func, line | select func, line, bytes").dtypes))\n' +
      'print(dict(spark.read.parquet("data/trace=*/allocs.parquet").select("line", "thread", "free_func").dtypes))\n';
    const out = await runIn(PYSPARK, ["-c", `${begin}${cell}${types}`]);
    assertMatch(out, /\|\s*read_word\|\s*13\|\s*24\|\s*75\|/);
    assertMatch(out, /\{'func': 'string', 'line': 'bigint', 'bytes': 'decimal\(20,0\)'\}/);
    assertMatch(out, /\{'line': 'bigint', 'thread': 'bigint', 'free_func': 'string'\}/);
  },
});

Deno.test({
  ...unless([NO_CLICKHOUSE], "the line of clickhouse local shows the leak"),
  fn: async () => {
    const [line] = await blocks("text");
    assertMatch(await runIn("sh", ["-c", line!]), /"?read_word"?[\t,]13[\t,]24[\t,]75/);
  },
});

Deno.test({
  ...unless(
    [programPath("duckdb") === null ? "no duckdb on the PATH" : null],
    "the line of duckdb shows the leak",
  ),
  fn: async () => {
    const [, line] = await blocks("text");
    assertMatch(await runIn("sh", ["-c", line!]), /read_word\s*│\s*13\s*│\s*24\s*│\s*75/);
  },
});

/**
 * Which tests are asked about which room. A test that takes long and is about something else is left out.
 * @module
 */

/** Tests that read every format to its end. */
const CONFORMANCE = "tests/conformance";
/** Queries with their answers. */
const GOLDEN = "tests/golden";
/** Samples and queries in memory that begins at 2 GiB. */
const FAR = "tests/engine/far_memory_test.ts";

/** Tests beside those of its folder and of the suite that ask about a format. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  apitrace: ["tests/questions/apitrace", "tests/compat/apitrace"],
  gnatcov: ["tests/questions/gnatcov", "tests/compat/gnatcov"],
  gnatcov_src: ["tests/compat/gnatcov"],
  mptl: ["tests/compat/mprof", GOLDEN],
  mtrc: ["tests/compat/mptrace", GOLDEN],
  sp_rtrace: ["tests/questions/sp_rtrace", "tests/compat/sp_rtrace_postproc"],
};

const FORMATS = new URL("../../src/formats/", import.meta.url);
const ofFormats = Object.fromEntries(
  [...Deno.readDirSync(FORMATS)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort()
    .map((name) => [`formats/${name}`, [`tests/formats/${name}`, ...BESIDE[name] ?? [], CONFORMANCE, FAR]]),
);

/** Room below `src` to files and folders of tests. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  assist: ["tests/assist", "tests/lsp/server_test.ts"],
  base: ["tests/base", "tests/query/syntax", "tests/query/analysis", "tests/limits/limits_test.ts", GOLDEN],
  bytes: ["tests/bytes", CONFORMANCE, "tests/formats/mtrc"],
  "compat/apitrace": ["tests/compat/apitrace"],
  "compat/gnatcov": ["tests/compat/gnatcov"],
  "compat/mprof": ["tests/compat/mprof", "tests/compat/mptrace/corpus_test.ts"],
  "compat/mptrace": ["tests/compat/mptrace"],
  "compat/sp_rtrace_postproc": ["tests/compat/sp_rtrace_postproc"],
  calls: ["tests/questions/apitrace", "tests/query/analysis"],
  cli: [
    "tests/cli",
    "tests/program",
    "tests/output",
    "tests/export/command_test.ts",
    "tests/report",
    "tests/index",
  ],
  containers: ["tests/containers", CONFORMANCE, "tests/formats/apitrace"],
  coverage: ["tests/coverage", "tests/questions/gnatcov"],
  elf: ["tests/elf"],
  engine: [
    "tests/engine",
    GOLDEN,
    "tests/query/operators",
    "tests/repl",
    "tests/tables/many_lives_test.ts",
    "tests/formats/four_filters_test.ts",
    `${CONFORMANCE}/schema_test.ts`,
    "tests/export/arrow_test.ts",
    "tests/export/stacks_test.ts",
    "tests/questions/apitrace/exact_numbers_test.ts",
  ],
  events: ["tests/events", "tests/formats/mtrc", "tests/formats/sp_rtrace", CONFORMANCE, GOLDEN],
  export: ["tests/export"],
  ...ofFormats,
  index: ["tests/index", "tests/golden/other_ways_test.ts", "tests/cli/cache_test.ts"],
  ingest: ["tests/ingest", "tests/elf", CONFORMANCE, "tests/compat/sp_rtrace_postproc"],
  language: ["tests/query", "tests/questions", GOLDEN, "tests/engine", "tests/lsp"],
  library: ["tests/library", "tests/cli/compare_test.ts"],
  lsp: ["tests/lsp"],
  mcp: ["tests/mcp"],
  memory: ["tests/memory", "tests/tables", GOLDEN],
  names: ["tests/names", GOLDEN],
  output: ["tests/output", "tests/cli/blobs_test.ts", "tests/export/command_test.ts"],
  patterns: ["tests/patterns", "tests/query/functions"],
  query: [
    GOLDEN,
    "tests/query/analysis",
    "tests/query/execution",
    "tests/query/functions",
    "tests/query/operators",
    "tests/questions/same_answers_test.ts",
    "tests/query/syntax",
  ],
  render: ["tests/render", GOLDEN],
  record: ["tests/record"],
  repl: ["tests/repl"],
  report: ["tests/report"],
  serve: ["tests/serve"],
  sql: ["tests/sql", "tests/docs_datasets_test.ts"],
  tables: [
    "tests/tables",
    GOLDEN,
    "tests/questions/same_answers_test.ts",
    "tests/query/operators",
    "tests/query/execution",
    "tests/questions/apitrace/call_columns_test.ts",
  ],
};

/**
 * The tests of each room. Long tests about something else are left out.
 * @module
 */

/** Tests that read every format to its end. */
const CONFORMANCE = "tests/conformance";
/** Following files, for every format that supports it. */
const FOLLOWED = "tests/follow/answers_test.ts";
/** Queries with their answers. */
const GOLDEN = "tests/golden";
/** Samples and queries in memory that begins at 2 GiB. */
const FAR = "tests/engine/far_memory_test.ts";

/** Additional tests of a format, besides those of its folder and of the suite. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  apitrace: ["tests/questions/apitrace", "tests/compat/apitrace"],
  gnatcov: ["tests/questions/gnatcov", "tests/compat/gnatcov"],
  gnatcov_src: ["tests/compat/gnatcov"],
  heaptrack_raw: ["tests/follow/signals_test.ts"],
  lcov: ["tests/export/coverage_test.ts", "tests/export/coverage_round_trip_test.ts"],
  memray: ["tests/follow/tools_test.ts", "tests/cli/suppress_test.ts"],
  mptl: ["tests/compat/mprof", GOLDEN],
  mtrace: ["tests/follow/signals_test.ts"],
  mtrc: ["tests/compat/mptrace", GOLDEN],
  pprof: ["tests/export/pprof_test.ts"],
  sp_rtrace: ["tests/questions/sp_rtrace", "tests/compat/sp_rtrace_postproc"],
  torch: ["tests/follow/pipes_test.ts"],
};

const FOLDER = new URL("../../src/formats/", import.meta.url);
/** Folders of formats. */
export const FORMATS: readonly string[] = [...Deno.readDirSync(FOLDER)].filter(({ isDirectory }) =>
  isDirectory
).map(({ name }) => name).sort();
const ofFormats = Object.fromEntries(
  FORMATS.map((
    name,
  ) => [`formats/${name}`, [`tests/formats/${name}`, ...BESIDE[name] ?? [], CONFORMANCE, FOLLOWED, FAR]]),
);

/** Tests of every part of the language; a part also has the folder of its name. */
const OF_QUERIES = [GOLDEN, "tests/query/analysis", "tests/query/operators", "tests/query/execution"];
const ofQueries = Object.fromEntries(
  Object.entries<readonly string[]>({
    aggregates: [],
    analysis: ["tests/assist", "tests/engine/drill_test.ts", "tests/engine/suppressions_test.ts"],
    execution: ["tests/questions/same_answers_test.ts", "tests/patterns"],
    functions: ["tests/query/functions"],
    operators: ["tests/questions/same_answers_test.ts", "tests/engine"],
    plan: ["tests/query/functions"],
    sources: ["tests/questions", "tests/assist/complete_test.ts", "tests/assist/recorded_test.ts"],
    stages: [
      "tests/query/syntax",
      "tests/assist/complete_test.ts",
      "tests/assist/recorded_test.ts",
      "tests/language",
    ],
    syntax: ["tests/query/syntax", "tests/query/functions", "tests/assist", "tests/engine/drill_test.ts"],
    windows: [],
  }).map(([name, beside]) => [`query/${name}`, [...OF_QUERIES, ...beside]]),
);

/** Files and folders of tests by room below `src`; a source belongs to the longest matching name. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  assist: ["tests/assist", "tests/lsp/server_test.ts"],
  base: ["tests/base", "tests/query/syntax", "tests/query/analysis", "tests/limits/limits_test.ts", GOLDEN],
  bytes: ["tests/bytes", CONFORMANCE, "tests/formats/mtrc"],
  "compat/apitrace": ["tests/compat/apitrace"],
  "compat/gnatcov": ["tests/compat/gnatcov"],
  "compat/mprof": ["tests/compat/mprof", "tests/compat/mptrace/corpus_test.ts"],
  "compat/mptrace": ["tests/compat/mptrace"],
  "compat/sp_rtrace_postproc": ["tests/compat/sp_rtrace_postproc"],
  compat: ["tests/compat"],
  calls: ["tests/questions/apitrace", "tests/query/analysis"],
  cli: [
    "tests/sql/engine_session_test.ts",
    "tests/cli",
    "tests/program",
    "tests/output",
    "tests/export/command_test.ts",
    "tests/report",
    "tests/index",
    "tests/record",
    "tests/engine/drill_test.ts",
    "tests/follow",
    "tests/serve",
    "tests/mcp",
    "tests/terminal",
    "tests/sql/commands_test.ts",
  ],
  containers: ["tests/containers", CONFORMANCE, "tests/formats/apitrace"],
  coverage: ["tests/coverage", "tests/questions/gnatcov"],
  elf: ["tests/elf", "tests/cli/symbols_test.ts", "tests/ingest"],
  engine: [
    "tests/engine",
    GOLDEN,
    "tests/query/operators",
    "tests/repl",
    "tests/tables/many_lives_test.ts",
    "tests/tables/pairing_test.ts",
    "tests/formats/four_filters_test.ts",
    `${CONFORMANCE}/schema_test.ts`,
    "tests/export/arrow_test.ts",
    "tests/export/stacks_test.ts",
    "tests/questions/apitrace/exact_numbers_test.ts",
    "tests/cli/dataset_test.ts",
    "tests/export/dataset_tables_test.ts",
    "tests/cli/blobs_test.ts",
    "tests/cli/use_test.ts",
    "tests/cli/suppressions_test.ts",
    "tests/follow/answers_test.ts",
    "tests/headline/recorded_test.ts",
    "tests/library",
  ],
  events: ["tests/events", "tests/formats/mtrc", "tests/formats/sp_rtrace", CONFORMANCE, GOLDEN],
  export: ["tests/export"],
  formats: ["tests/formats", "tests/ingest", CONFORMANCE, GOLDEN],
  ...ofFormats,
  headline: ["tests/headline", "tests/report/headline_test.ts", "tests/cli/info_test.ts"],
  index: ["tests/index", "tests/golden/other_ways_test.ts", "tests/cli/cache_test.ts"],
  ingest: [
    "tests/ingest",
    FOLLOWED,
    "tests/follow/compressed_test.ts",
    "tests/follow/long_files_test.ts",
    "tests/containers/background_test.ts",
    "tests/elf",
    "tests/cli/symbols_test.ts",
    "tests/cli/names_on_demand_test.ts",
    CONFORMANCE,
    "tests/compat/sp_rtrace_postproc",
  ],
  language: ["tests/language", "tests/query", "tests/questions", GOLDEN, "tests/engine", "tests/lsp"],
  library: ["tests/library", "tests/cli/compare_test.ts"],
  lsp: ["tests/lsp"],
  mcp: ["tests/mcp", "tests/limits/limits_test.ts"],
  memory: ["tests/memory", "tests/tables", GOLDEN],
  names: ["tests/names", GOLDEN, "tests/cli/suppress_test.ts", "tests/cli/suppressions_test.ts"],
  output: ["tests/output", "tests/cli/blobs_test.ts", "tests/export/command_test.ts"],
  page: ["tests/page", "tests/report/live_test.ts"],
  patterns: ["tests/patterns", "tests/query/functions"],
  query: [
    ...OF_QUERIES,
    "tests/query/syntax",
    "tests/questions/same_answers_test.ts",
    "tests/questions/full_memory_test.ts",
  ],
  ...ofQueries,
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
    "tests/engine/deferred_names_test.ts",
  ],
  worker: ["tests/worker", "tests/page/engine_test.ts", "tests/library/exports_test.ts"],
};

/** The room of a source of `src`: the longest matching name of the list; undefined if there is none. */
export function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS).filter((room) => path.startsWith(`src/${room}/`))
    .reduce<string | undefined>((best, room) => room.length > (best?.length ?? 0) ? room : best, undefined);
}

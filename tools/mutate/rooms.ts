/**
 * Which tests are asked about which room. A test that takes long and is about something else is left out.
 * @module
 */

/** Tests that read every format to its end. */
const CONFORMANCE = "tests/formats/conformance";
/** Queries with their answers. */
const GOLDEN = "tests/golden";

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
  containers: ["tests/containers", CONFORMANCE, "tests/formats/apitrace"],
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
  ],
  events: ["tests/events", "tests/formats/mtrc", "tests/formats/sp_rtrace", CONFORMANCE, GOLDEN],
  export: ["tests/export"],
  "formats/apitrace": [
    "tests/formats/apitrace",
    "tests/query/apitrace",
    "tests/compat/apitrace",
    CONFORMANCE,
  ],
  "formats/gnatcov": ["tests/formats/gnatcov", "tests/query/gnatcov", "tests/compat/gnatcov", CONFORMANCE],
  "formats/gnatcov_src": ["tests/formats/gnatcov_src", "tests/compat/gnatcov", CONFORMANCE],
  "formats/mptl": ["tests/formats/mptl", "tests/compat/mprof", GOLDEN, CONFORMANCE],
  "formats/mtrc": ["tests/formats/mtrc", "tests/compat/mptrace", GOLDEN, CONFORMANCE],
  "formats/sp_rtrace": [
    "tests/formats/sp_rtrace",
    "tests/query/sp_rtrace",
    "tests/compat/sp_rtrace_postproc",
    CONFORMANCE,
  ],
  "formats/sp_rtrace_bin": ["tests/formats/sp_rtrace_bin", CONFORMANCE],
  ingest: ["tests/ingest", "tests/elf", CONFORMANCE, "tests/compat/sp_rtrace_postproc"],
  lsp: ["tests/lsp"],
  memory: ["tests/memory", "tests/tables", GOLDEN],
  output: ["tests/output", "tests/cli/blobs_test.ts", "tests/export/command_test.ts"],
  patterns: ["tests/patterns", "tests/query/functions"],
  query: [
    GOLDEN,
    "tests/query/analysis",
    "tests/query/execution",
    "tests/query/functions",
    "tests/query/operators",
    "tests/query/same_answers_test.ts",
    "tests/query/syntax",
  ],
  render: ["tests/render", GOLDEN],
  repl: ["tests/repl"],
  report: ["tests/report"],
  tables: [
    "tests/tables",
    GOLDEN,
    "tests/query/same_answers_test.ts",
    "tests/query/operators",
    "tests/query/execution",
    "tests/query/gnatcov",
    "tests/query/apitrace/call_columns_test.ts",
  ],
};

/**
 * Tools that open and describe traces.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { visible } from "../render/visible.ts";
import { answer } from "./answers.ts";
import { limitedSignal } from "./run.ts";
import { schemaText, tableList, tablesText, tableText } from "./schema_text.ts";
import { arraySchema, COUNT, objectSchema, TEXT } from "./json_schema.ts";
import { NO_TRACE, type Tool, TRACE } from "./tool.ts";

/** Maximum time of loading, which is that of the longest query. */
const SECONDS = SHOW_LIMITS.assistantSeconds.most;

/** The tools about traces. */
export const TRACE_TOOLS: readonly Tool[] = [
  {
    name: "list_files",
    title: "List files",
    description: "Lists the folders that may be read, and what is in one of them.",
    parameters: {
      folder: { type: "string", description: "A folder; the folders that may be read by default" },
    },
    required: [],
    gives: objectSchema({
      folders: arraySchema(objectSchema({ path: TEXT, names: arraySchema(TEXT), more: COUNT })),
    }),
    run({ folders }, given) {
      const folder = given.text("folder");
      const shown = (folder === undefined ? folders.roots : [folder])
        .map((path) => ({ path, ...folders.list(path) }));
      const texts = shown.map(({ path: each, names, more }) => {
        const rest = more > 0 ? `\n  and ${more} more` : "";
        return `${visible(each)}:\n${names.map((name) => `  ${visible(name)}`).join("\n")}${rest}`;
      });
      return answer("", texts.join("\n"), {
        folders: shown.map(({ path, names, more }) => ({
          path: visible(path),
          names: names.map(visible),
          more,
        })),
      });
    },
  },
  {
    name: "open_trace",
    title: "Open a trace",
    description:
      "Opens a trace file of any format, compressed or not, and describes it. It stays open for the other tools.",
    parameters: {
      path: { type: "string", description: "Path of the file, in a folder that may be read" },
      name: { type: "string", description: "Name in queries; the name of the file by default" },
      format: { type: "string", description: "Read it as this format, without detecting it" },
    },
    required: ["path"],
    gives: objectSchema({ traces: arraySchema(TEXT) }),
    run(desk, given, signal) {
      const path = desk.folders.file(given.text("path")!);
      return desk.inTurn(async () => {
        const file = { path, name: given.text("name"), format: given.text("format") };
        const { names, warnings } = await desk.open(file, limitedSignal(signal, SECONDS));
        const about = names.map((name) => desk.about(name)).join("\n");
        const traces = names.map(visible);
        return answer(`Opened; in queries: ${traces.join(", ")}`, `${warnings}${about}`, { traces });
      });
    },
  },
  {
    name: "close_trace",
    title: "Close a trace",
    description: "Closes a trace and frees its memory.",
    parameters: { trace: { type: "string", description: "Name of the open trace" } },
    required: ["trace"],
    run: (desk, given) =>
      desk.inTurn(() => {
        desk.close(given.text("trace")!);
        return answer(`Closed; open now: ${desk.names.map((name) => visible(name)).join(", ") || "nothing"}`);
      }),
  },
  {
    name: "describe_trace",
    title: "Describe traces",
    description:
      "Says what a trace is: format, size, rows by kind, totals, the peak, tags, and problems of a damaged file. Without a name it describes all that are open.",
    parameters: { trace: TRACE },
    required: [],
    run(desk, given) {
      const name = given.text("trace");
      const names = name === undefined ? desk.names : [name];
      if (names.length === 0) return answer(NO_TRACE);
      return answer("", names.map((each) => desk.about(each)).join("\n"));
    },
  },
  {
    name: "list_tables",
    title: "List tables",
    description: "Lists the tables of the open traces: their rows, and what a row of each is.",
    parameters: { trace: TRACE },
    required: [],
    gives: objectSchema({ tables: arraySchema(objectSchema({ name: TEXT, "rows?": COUNT, about: TEXT })) }),
    run(desk, given) {
      const name = given.text("trace");
      if (name !== undefined) desk.about(name);
      const tables = tableList(desk.session, name ?? null);
      return answer("", tablesText(desk.session, tables), { tables });
    },
  },
  {
    name: "describe_table",
    title: "Describe a table",
    description:
      "Lists the columns of a table with their types and meaning; without a table those of all tables.",
    parameters: { table: { type: "string", description: "Name of the table" }, trace: TRACE },
    required: [],
    run(desk, given) {
      const [table, name = null] = [given.text("table"), given.text("trace")];
      if (name !== null) desk.about(name);
      return answer(
        "",
        table === undefined ? schemaText(desk.session, name) : tableText(desk.session, table, name),
      );
    },
  },
];

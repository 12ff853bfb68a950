/**
 * Verdicts of assertions as SARIF 2.1.0, which code scanners and editors read.
 * @module
 */

import { assertionName } from "../engine/run_script.ts";
import type { FoundRow, Verdict } from "./verdicts.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
/** Name of the folder that relative paths begin in. */
const ROOT_NAME = "SRCROOT";

/** What a file says beside the verdicts. */
interface SarifOptions {
  /** Version of the program. */
  readonly version: string;
  /** The folder that names of source files begin in, where one is known. */
  readonly root: string | undefined;
  /** The first trace, as it was named: where a finding is that has no place in a source or a script. */
  readonly trace: string | undefined;
}

/** The file. */
export function sarifJson(verdicts: readonly Verdict[], { version, root, trace }: SarifOptions): string {
  const failed = verdicts.filter(({ outcome }) => !outcome.passed);
  const names = [...new Set(verdicts.map(({ outcome }) => assertionName(outcome)))];
  const rules = names.map((name) => ruleOf(name, verdicts));
  const results = failed.flatMap((verdict) => {
    const ruleId = assertionName(verdict.outcome);
    const result = (text: string, place: Place): object => ({
      ruleId,
      ruleIndex: names.indexOf(ruleId),
      level: "error",
      message: { text },
      locations: place.file === undefined ? [] : [location(place, root)],
    });
    const found = `${ruleId}: found ${verdict.outcome.found}`;
    const placed = verdict.rows.filter(({ file }) => file !== undefined);
    // A row that names a source position is a finding there; the others are told with the assertion.
    if (placed.length === 0) {
      const rows = verdict.rows.map(({ text }) => `\n${text}`).join("");
      // GitHub refuses a finding without a place (GH1015).
      const place = verdict.file === undefined && trace !== undefined ? { file: trace, line: 1 } : verdict;
      return [result(found + rows, place)];
    }
    return placed.map((row) => result(`${found}\n${row.text}`, row));
  });
  const tool = { driver: { name: "Quarry", version, rules } };
  const roots = root === undefined ? {} : {
    originalUriBaseIds: { [ROOT_NAME]: { uri: `file://${encodeURI(root.replace(/^(?!\/)/, "/"))}/` } },
  };
  const run = { tool, ...roots, columnKind: "utf16CodeUnits", results };
  return JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2) + "\n";
}

/** What a scanner shows about an assertion: its words, its query, and what to do. */
function ruleOf(name: string, verdicts: readonly Verdict[]): object {
  const { outcome: { text } } = verdicts.find(({ outcome }) => assertionName(outcome) === name)!;
  const query = text.replace(/\s+/g, " ");
  const sentence = `An assertion of a script of Quarry: ${query.replace(/[.]*$/, "")}.`;
  const help = "It has failed for the trace of this run. The rows that violate it are the findings; " +
    "the query of the assertion, without assert, shows all of them at the prompt of quarry repl.";
  const code = query.replaceAll("`", "'");
  return {
    id: name,
    shortDescription: { text: `${name.replace(/[.]*$/, "")}.` },
    fullDescription: { text: sentence },
    help: { text: `${sentence} ${help}`, markdown: `**${name}**\n\n\`${code}\`\n\n${help}` },
    defaultConfiguration: { level: "error" },
    properties: { precision: "very-high", "problem.severity": "error", tags: ["trace"] },
  };
}

/** Where something is. */
type Place = Pick<FoundRow, "file" | "line"> | Pick<Verdict, "file" | "line">;

function location({ file, line = 1 }: Place, root: string | undefined): object {
  const isRelative = !/^(?:\/|[A-Za-z]:)/.test(file!);
  // A reference that begins with a slash is none of SARIF (SARIF1004).
  const scheme = isRelative ? "" : file!.startsWith("/") ? "file://" : "file:///";
  const path = isRelative ? file! : file!.replaceAll("\\", "/");
  const uri = scheme + encodeURI(path).replaceAll("#", "%23").replaceAll("?", "%3F");
  const base = root !== undefined && isRelative ? { uriBaseId: ROOT_NAME } : {};
  return { physicalLocation: { artifactLocation: { uri, ...base }, region: { startLine: line } } };
}

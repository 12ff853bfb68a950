/**
 * Writes verdicts of assertions as SARIF 2.1.0, for code scanners and editors.
 * @module
 */

import { assertionName } from "../engine/run_script.ts";
import type { FoundRow, Verdict } from "./verdicts.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
/** The name of the folder that relative paths start from. */
const ROOT_NAME = "SRCROOT";

/** Contents of the file other than the verdicts. */
interface SarifOptions {
  /** Version of the program. */
  readonly version: string;
  /** The folder that contains the source files, if known. */
  readonly root: string | undefined;
  /** The path of the first trace: the location of findings without a source or script position. */
  readonly trace: string | undefined;
}

/** The contents of the SARIF file. */
export function sarifJson(verdicts: readonly Verdict[], { version, root, trace }: SarifOptions): string {
  const failed = verdicts.filter(({ outcome }) => !outcome.passed);
  const names = [...new Set(verdicts.map(({ outcome }) => assertionName(outcome)))];
  const rules = names.map((name) => ruleOf(name, verdicts));
  const results = failed.flatMap((verdict) => {
    const ruleId = assertionName(verdict.outcome);
    const result = (text: string, place: FindingPosition): object => ({
      ruleId,
      ruleIndex: names.indexOf(ruleId),
      level: "error",
      message: { text },
      locations: place.file === undefined ? [] : [location(place, root)],
    });
    const found = `${ruleId}: found ${verdict.outcome.found}`;
    const placed = verdict.rows.filter(({ file }) => file !== undefined);
    // Each row with a source position becomes a finding at that position. Other rows are part of the message
    // of the assertion.
    if (placed.length === 0) {
      const rows = verdict.rows.map(({ text }) => `\n${text}`).join("");
      // GitHub rejects findings without a location (GH1015).
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

/** Builds a rule for an assertion: its message, its query and advice. */
function ruleOf(name: string, verdicts: readonly Verdict[]): object {
  const { outcome: { text } } = verdicts.find(({ outcome }) => assertionName(outcome) === name)!;
  const query = text.replace(/\s+/g, " ");
  const sentence = `An assertion of a Quarry script: ${query.replace(/[.]*$/, "")}.`;
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

/** A source position or the line of a script. */
type FindingPosition = Pick<FoundRow, "file" | "line"> | Pick<Verdict, "file" | "line">;

function location({ file, line = 1 }: FindingPosition, root: string | undefined): object {
  const isRelative = !/^(?:\/|[A-Za-z]:)/.test(file!);
  // SARIF does not allow references that begin with a slash (SARIF1004).
  const scheme = isRelative ? "" : file!.startsWith("/") ? "file://" : "file:///";
  const path = isRelative ? file! : file!.replaceAll("\\", "/");
  const uri = scheme + encodeURI(path).replaceAll("#", "%23").replaceAll("?", "%3F");
  const base = root !== undefined && isRelative ? { uriBaseId: ROOT_NAME } : {};
  return { physicalLocation: { artifactLocation: { uri, ...base }, region: { startLine: line } } };
}

/**
 * Verdicts of assertions as SARIF 2.1.0, which code scanners and editors read.
 * @module
 */

import { assertionName } from "../engine/run_script.ts";
import type { FoundRow, Verdict } from "./verdicts.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** The file. */
export function sarifJson(verdicts: readonly Verdict[], version: string): string {
  const failed = verdicts.filter(({ outcome }) => !outcome.passed);
  const names = [...new Set(verdicts.map(({ outcome }) => assertionName(outcome)))];
  const rules = names.map((name) => ({ id: name, shortDescription: { text: name } }));
  const results = failed.flatMap((verdict) => {
    const ruleId = assertionName(verdict.outcome);
    const result = (text: string, place: Place): object => ({
      ruleId,
      ruleIndex: names.indexOf(ruleId),
      level: "error",
      message: { text },
      locations: place.file === undefined ? [] : [location(place)],
    });
    const found = `${ruleId}: found ${verdict.outcome.found}`;
    const placed = verdict.rows.filter(({ file }) => file !== undefined);
    // A row that names a source position is a finding there; the others are told with the assertion.
    if (placed.length === 0) {
      const rows = verdict.rows.map(({ text }) => `\n${text}`).join("");
      return [result(found + rows, verdict)];
    }
    return placed.map((row) => result(`${found}\n${row.text}`, row));
  });
  const tool = { driver: { name: "Quarry", version, rules } };
  return JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [{ tool, results }] }, null, 2) + "\n";
}

/** Where something is. */
type Place = Pick<FoundRow, "file" | "line"> | Pick<Verdict, "file" | "line">;

function location({ file, line }: Place): object {
  const region = line === undefined ? {} : { region: { startLine: line } };
  return { physicalLocation: { artifactLocation: { uri: encodeURI(file!) }, ...region } };
}

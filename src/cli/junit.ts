/**
 * Writes verdicts of assertions as JUnit XML, for continuous integration.
 * @module
 */

import { assertionName } from "../engine/run_script.ts";
import { escapeXml } from "../render/escape_xml.ts";
import type { Verdict } from "./verdicts.ts";

/** The contents of the JUnit file. */
export function junitXml(verdicts: readonly Verdict[]): string {
  const failures = verdicts.filter(({ outcome }) => !outcome.passed).length;
  const time = verdicts.reduce((sum, { outcome }) => sum + outcome.milliseconds, 0) / 1000;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${verdicts.length}" failures="${failures}" time="${time.toFixed(3)}">`,
    `  <testsuite name="quarry" tests="${verdicts.length}" failures="${failures}" time="${time.toFixed(3)}">`,
  ];
  for (const { outcome, file, line, rows } of verdicts) {
    const seconds = (outcome.milliseconds / 1000).toFixed(3);
    const head = `    <testcase name="${escapeXml(assertionName(outcome))}" classname="${
      escapeXml(file ?? "command line")
    }"${file === undefined ? "" : ` file="${escapeXml(file)}"`} line="${line}" time="${seconds}"`;
    if (outcome.passed) lines.push(`${head}/>`);
    else {
      lines.push(`${head}>`);
      const found = [outcome.text, ...rows.map(({ text }) => text)].map(escapeXml).join("\n");
      lines.push(`      <failure message="found ${escapeXml(outcome.found)}">${found}</failure>`);
      lines.push("    </testcase>");
    }
  }
  lines.push("  </testsuite>", "</testsuites>");
  return lines.join("\n") + "\n";
}

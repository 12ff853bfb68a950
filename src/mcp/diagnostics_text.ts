/**
 * Mistakes of a query for somebody who mends it: in words under the line, and as data with places and fixes.
 * @module
 */

import { fixAll } from "../assist/assist.ts";
import { type Diagnostic, lineAndColumn, renderDiagnostic } from "../base/diagnostic.ts";
import type { Session } from "../engine/session.ts";
import { knownTables } from "./schema_text.ts";

/** A fix may bring the next mistake to light, but not for ever. */
const ROUNDS = 5;

/** Diagnostics as text and as JSON, and the query with all fixes. */
export function diagnosticsText(query: string, diagnostics: readonly Diagnostic[], session: Session): string {
  const told = diagnostics.map((each) => renderDiagnostic(each, query)).join("\n");
  const list = diagnostics.map(({ severity, code, message, span, suggestion, fix }) => ({
    severity,
    code,
    message,
    span,
    ...lineAndColumn(query, span.start),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(fix === undefined ? {} : { fix }),
  }));
  const fixed = fixedQuery(query, session);
  return `${told}\n\n${JSON.stringify({ diagnostics: list, ...(fixed === query ? {} : { fixed }) })}`;
}

/** The query with the fixes of its errors, and of those that these bring to light. */
function fixedQuery(query: string, session: Session): string {
  const catalog = knownTables(session);
  let text = query;
  for (let round = 0; round < ROUNDS; round++) {
    const edits = fixAll(text, catalog, session.environment);
    if (edits.length === 0) break;
    for (const { span, text: by } of [...edits].reverse()) {
      text = text.slice(0, span.start) + by + text.slice(span.end);
    }
  }
  return text;
}

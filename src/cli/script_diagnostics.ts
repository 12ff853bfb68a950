/**
 * Checks a script while no trace is open.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import { EMPTY_ENVIRONMENT } from "../query/analysis/environment.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { librariesOf } from "../engine/libraries.ts";
import { withAdvice } from "../language/advice.ts";
import { bindScript, parseScript } from "../language/script.ts";

/** The error about an unknown trace, which is expected without open traces. */
const UNKNOWN_TRACE = "Q202";

/**
 * Returns the errors in a script, checked against the documented tables: types are known, but values and
 * names of traces are not.
 */
export function scriptDiagnostics(source: string, file?: string): readonly Diagnostic[] {
  const parsed = parseScript(source);
  const catalog = new SchemaCatalog();
  const environment = { ...EMPTY_ENVIRONMENT, ...librariesOf(libraryFiles, file) };
  const bound = bindScript(parsed, catalog, environment);
  const all = [...parsed.diagnostics, ...bound.diagnostics]
    .filter(({ code }) => code !== UNKNOWN_TRACE)
    .sort((left, right) => left.span.start - right.span.start);
  return withAdvice(source, all, catalog, environment);
}

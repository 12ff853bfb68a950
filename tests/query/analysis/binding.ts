/** Binds a text against a fake trace and prints the result. */

import { renderDiagnostic } from "../../../src/base/diagnostic.ts";
import { bindScript, parseScript } from "../../../src/language/script.ts";
import type { Catalog } from "../../../src/query/analysis/catalog.ts";
import type { Environment } from "../../../src/query/analysis/environment.ts";
import { printStatement } from "../print_statement.ts";
import { APITRACE, fakeCatalog, GNATCOV, MTRC, PROFILE, RTRACE } from "./fake_catalog.ts";

/** Catalogs by the name of their format. */
export const CATALOGS: Readonly<Record<string, Catalog>> = {
  mtrc: fakeCatalog({ run: MTRC }),
  "sp-rtrace": fakeCatalog({ run: RTRACE }),
  apitrace: fakeCatalog({ run: APITRACE }),
  gnatcov: fakeCatalog({ run: GNATCOV }),
  mptl: fakeCatalog({ run: PROFILE }),
  two: fakeCatalog({ before: MTRC, after: MTRC }),
};

/** Plans of all statements on one line each: steps joined by `|`. */
export function planOf(text: string, catalog: Catalog = CATALOGS.mtrc!, environment?: Environment): string {
  const { statements } = bindScript(parseScript(text), catalog, environment);
  return statements.map((each) => printStatement(each).split("\n").map((line) => line.trim()).join(" | "))
    .join("\n");
}

/** `Q203 "text" suggestion` for each diagnostic, with the underlined text. */
export function mistakesOf(text: string, catalog: Catalog = CATALOGS.mtrc!): string[] {
  return bindScript(parseScript(text), catalog).diagnostics.map(({ code, span, message, suggestion }) =>
    `${code} [${text.slice(span.start, span.end)}] ${message}${
      suggestion === undefined ? "" : ` (${suggestion})`
    }`
  );
}

/** All diagnostics, including the parser's, as a user sees them. */
export function rendered(text: string, catalog: Catalog = CATALOGS.mtrc!): string {
  const parsed = parseScript(text);
  const { diagnostics } = bindScript(parsed, catalog);
  return [...parsed.diagnostics, ...diagnostics].map((each) => renderDiagnostic(each, text)).join("\n");
}

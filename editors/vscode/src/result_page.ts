/**
 * What a run gave, as a page: a table for each query, a line for each assertion. Names in traces come from anywhere: the
 * page runs no scripts and loads nothing.
 * @module
 */

/** What `quarry.run` answers. */
export interface RunAnswer {
  readonly markdown: string;
  readonly json: readonly unknown[];
  readonly rows: number;
  readonly milliseconds: number;
  readonly passed: boolean;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE = `body { font-family: var(--vscode-editor-font-family, monospace); }
table { border-collapse: collapse; margin: 0 0 1em; }
th, td { padding: 2px 10px 2px 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.failed { font-weight: bold; }
.said { opacity: .7; }`;

/** The page of a run. */
export function resultPage(answer: RunAnswer): string {
  const parts = answer.json.map((each) =>
    Array.isArray(each) ? table(each as Row[]) : verdict(each as Verdict)
  );
  const said = `${answer.rows} row${answer.rows === 1 ? "" : "s"}, ${answer.milliseconds.toFixed(0)} ms`;
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<style>${STYLE}</style></head><body>
${parts.join("\n")}
<p class="said">${said}</p>
</body></html>`;
}

type Row = Readonly<Record<string, unknown>>;

interface Verdict {
  readonly assert: string | null;
  readonly passed: boolean;
  readonly found: string;
}

function table(rows: readonly Row[]): string {
  if (rows.length === 0) return "<p>no rows</p>";
  const names = Object.keys(rows[0]!);
  const head = names.map((name) => `<th>${escaped(name)}</th>`).join("");
  const body = rows.map((row) => `<tr>${names.map((name) => cell(row[name])).join("")}</tr>`).join("\n");
  return `<table><tr>${head}</tr>\n${body}</table>`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "<td></td>";
  return `<td${typeof value === "number" ? ' class="n"' : ""}>${escaped(String(value))}</td>`;
}

function verdict({ assert, passed, found }: Verdict): string {
  const name = assert === null ? "assertion" : `assertion "${assert}"`;
  return passed
    ? `<p>${escaped(name)} holds</p>`
    : `<p class="failed">${escaped(name)} fails: found ${escaped(found)}</p>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  );
}

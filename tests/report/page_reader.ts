/** Reads pages with a standard-conforming HTML parser. */
import { assertEquals } from "@std/assert";
import { type DefaultTreeAdapterTypes as Tree, parse } from "parse5";
import type { Session } from "../../src/engine/session.ts";
import { writeReport } from "../../src/report/write_report.ts";
import { memorySink } from "../export/export_support.ts";

export type Element = Tree.Element;

/** The page of a session. */
export async function pageOf(
  session: Session,
  options: Partial<Parameters<typeof writeReport>[2]> = {},
): Promise<string> {
  const { sink, text } = memorySink();
  await writeReport(session, sink, { version: "1", command: "quarry", ...options });
  return text();
}

/** One panel of a report. */
export interface ReadPanel {
  readonly title: string;
  /** The query as copied. */
  readonly query: string;
  readonly element: Element;
}

/** Parses a page; nothing in it may be malformed. */
export function parsePage(html: string): Tree.Document {
  const errors: string[] = [];
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startCol }) => errors.push(`${code} at ${startLine}:${startCol}`),
  });
  assertEquals(errors, []);
  return document;
}

/** All elements below a node, in order; nested generators took a tenth of the time of these tests. */
export function elements(node: Tree.ParentNode, found: Element[] = []): Element[] {
  for (const child of node.childNodes) {
    if (!("tagName" in child)) continue;
    found.push(child);
    elements(child, found);
  }
  return found;
}

/** The elements of one kind. */
export function all(node: Tree.ParentNode, tag: string, name?: string): Element[] {
  return elements(node).filter((each) =>
    each.tagName === tag && (name === undefined || (attribute(each, "class") ?? "").split(" ").includes(name))
  );
}

/** An attribute. */
export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** The text inside. */
export function textOf(node: Tree.Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** The panels of a page. */
export function panelsIn(document: Tree.Document): ReadPanel[] {
  return all(document, "article").map((element) => ({
    title: textOf(all(element, "h3")[0]!),
    query: textOf(all(all(element, "div", "query")[0]!, "code")[0]!),
    element,
  }));
}

/** The exact value of a cell: the number after a short text, or the text. */
export function exactCell(cell: Element): string {
  const [data] = all(cell, "data");
  return data ? attribute(data, "value")! : textOf(cell);
}

/** The cells of the body of a table, without bars. */
export function cellsIn(table: Element): string[][] {
  return all(all(table, "tbody")[0]!, "tr").map((row) =>
    row.childNodes.filter((cell): cell is Element => "tagName" in cell && attribute(cell, "class") !== "bar")
      .map(exactCell)
  );
}

/** How a panel is drawn: attributes of its elements, the first ones, and a sum over all of them. */
export function drawnAs({ element }: ReadPanel): string {
  const found: string[] = [];
  const look = (node: Element): void => {
    for (const name of ["class", "style", "d", "points", "x", "y", "width", "height"]) {
      const value = attribute(node, name);
      if (value !== undefined) found.push(`${name}=${value}`);
    }
    for (const child of node.childNodes) if ("tagName" in child) look(child);
  };
  look(element);
  const text = found.join(" ");
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return text.length <= 300 ? text : `${text.slice(0, 300)}… (${text.length} letters, ${sum.toString(16)})`;
}

/** The words of a panel, a line for each row of a table and each line of text, at most this many. */
export function wordsOf({ title, element }: ReadPanel, most = 12): string {
  const parts = all(element, "tr").length > 0
    ? all(element, "tr").map((row) =>
      row.childNodes.map((cell) => textOf(cell).trim()).filter((text) => text !== "").join(" | ")
    )
    : textOf(element).split("\n");
  const lines = parts.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => line !== "");
  const said = lines.length <= most
    ? lines
    : [...lines.slice(0, most), `(${lines.length - most} more lines)`];
  return [
    `== ${title}`,
    ...said.map((line) => line.length > 240 ? `${line.slice(0, 240)}…(${line.length})` : line),
  ].join("\n");
}

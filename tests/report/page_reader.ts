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

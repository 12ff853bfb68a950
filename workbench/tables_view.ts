/**
 * The tables of a trace and their columns; a click shows their rows.
 * @module
 */

import type { WireTable } from "../src/serve/api_types.ts";
import { button, h } from "./dom.ts";
import type { Shell, View } from "./shell.ts";
import { grouped } from "./values.ts";

/** The view of tables. */
export class TablesView implements View {
  readonly id = "tables";
  readonly title = "Tables";
  readonly element: HTMLElement = h("section", { class: "tables" });
  readonly #shell: Shell;
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  fits(): boolean {
    return true;
  }

  update(): Promise<void> {
    const { trace } = this.#shell;
    if (trace.name !== this.#shown) this.#draw();
    return Promise.resolve();
  }

  #draw(): void {
    const { trace } = this.#shell;
    this.#shown = trace.name;
    const size = grouped(String(trace.bytes));
    this.element.replaceChildren(
      h(
        "p",
        { class: "soft" },
        `${trace.path}: ${trace.format} ${trace.version}, ${size} bytes, ${trace.problems} problems`,
      ),
      ...trace.tables.map((table) => this.#table(table)),
    );
  }

  #table({ name, doc, rows, columns }: WireTable): HTMLElement {
    const { of } = this.#shell.trace;
    const count = rows === null ? "" : ` ${grouped(String(rows))} rows`;
    return h(
      "details",
      {},
      h("summary", {}, h("strong", {}, name), h("span", { class: "soft" }, count), " ", doc),
      button("Show rows", () => this.#shell.take(`${name}${of}`)),
      h(
        "table",
        { class: "columns" },
        h(
          "thead",
          {},
          h("tr", {}, ...["column", "type", "meaning"].map((each) => h("th", { scope: "col" }, each))),
        ),
        h(
          "tbody",
          {},
          ...columns.map((column) =>
            h(
              "tr",
              { class: column.isEmpty ? "soft" : "" },
              h("td", {}, h("code", {}, column.written)),
              h("td", {}, column.type),
              h("td", {}, column.isEmpty ? `${column.doc} (empty in this trace)` : column.doc),
            )
          ),
        ),
      ),
    );
  }
}

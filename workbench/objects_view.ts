/**
 * Graphics objects: the number of each kind, the calls between which they lived, and the textures that calls
 * carry.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn } from "../src/serve/picture_queries.ts";
import { ClientDisconnectedError, type RowsLine, rowsOf } from "./api.ts";
import { askedLine } from "./copy.ts";
import { button, choice, h } from "./dom.ts";
import { isFrames, recordsOf } from "./frames.ts";
import { type Life, Lives } from "./lives.ts";
import { argumentsOf, layoutOf, pictureElement } from "./picture.ts";
import { eventsOf, keeper, Latest, type Shell, type View } from "./shell.ts";
import type { Range } from "./page_state.ts";
import { tableOf } from "./table.ts";
import { cellText, grouped, numberOf } from "./values.ts";

/** Maximum number of objects that are drawn; those with the most memory come first. */
const MOST_LIVES = 300;
/** Number of calls with memory that are searched for pictures at a time. */
const PICTURES = 12;

/** The view of objects and their lifetimes. */
export class ObjectsView implements View {
  readonly id = "objects";
  readonly title = "Objects";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #kinds = h("div");
  readonly #tools = h("div", { class: "tools" });
  readonly #query = h("div");
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #lives: Lives;
  readonly #pictures = h("div");
  readonly #latest = new Latest();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#lives = new Lives(
      "Lives of objects by call: arrows move, Enter shows the call that made the object",
      (life) => void this.#showCall(life).catch((error: Error) => this.#fail(error)),
    );
    this.element = h(
      "section",
      {},
      this.#kinds,
      h("h2", {}, "Lives"),
      this.#tools,
      this.#query,
      this.#said,
      this.#lives.element,
      this.#pictures,
    );
  }

  fits(trace: WireTrace): boolean {
    return hasColumn(trace, "objects", "made") && hasColumn(trace, "calls", "name");
  }

  async update(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const { of } = trace;
    const key = JSON.stringify([trace.name, state.range, state.more["kind"]]);
    const signal = this.#latest.begin(key, ahead);
    if (!signal) return;
    this.#said.className = "soft";
    this.#said.textContent = "Running";
    try {
      const records = await recordsOf(state, trace, signal);
      // Records count from 1, calls from 0; the selected range shows every object that existed in it.
      const stage = records === null
        ? ""
        : ` | where made < ${records.to - 1} and (deleted is null or deleted >= ${records.from - 1})`;
      const kindsQuery =
        `objects${of}${stage} | by type: made = count(), never_deleted = count() if deleted is null, ` +
        "bytes = sum(size), upload_bytes = sum(upload_bytes) | sort bytes desc";
      const kinds = await rowsOf(kindsQuery, 200, signal);
      this.#kinds.replaceChildren(
        h("h2", {}, "Kinds"),
        askedLine(kindsQuery, (text) => this.#shell.take(text)),
        tableOf(kinds, eventsOf(this.#shell)),
      );
      const names = kinds.cells[0]!.filter((name) => typeof name === "string") as string[];
      const kind = names.includes(state.more["kind"] ?? "") ? state.more["kind"]! : "";
      this.#tools.replaceChildren(
        choice(
          "Show",
          [["", "all kinds"], ...names.map((name) => [name, name] as const)],
          kind,
          keeper(this.#shell, "kind"),
        ),
      );
      const query = `objects${of}${stage}${kind === "" ? "" : ` | where type == ${JSON.stringify(kind)}`}` +
        ` | top ${MOST_LIVES} by size | sort made | select type, object, label, size, upload_bytes, made, deleted`;
      this.#query.replaceChildren(askedLine(query, (text) => this.#shell.take(text)));
      const line = await rowsOf(query, MOST_LIVES, signal);
      this.#showLives(line, trace, records);
      const whole = kinds.cells[1]!.reduce((sum, cell) => sum + (numberOf(cell) ?? 0), 0);
      this.#said.textContent = line.rowCount < whole && kind === ""
        ? `${grouped(String(line.rowCount))} largest of ${grouped(String(whole))} objects`
        : `${grouped(String(line.rowCount))} objects`;
      await this.#showPictures(trace, records, signal);
      this.#latest.end();
    } catch (error) {
      if (this.#latest.fails(error)) this.#fail(error);
    }
  }

  #fail(error: Error): void {
    this.#said.className = "failed";
    this.#said.textContent = error.message;
  }

  #showLives({ cells, columns }: RowsLine, trace: WireTrace, records: Range | null): void {
    const [types, objects, labels, sizes, , made, deleted] = cells;
    const lives = types!.map((type, at): Life => ({
      name: `${type ?? "object"} ${objects![at] ?? ""}${labels![at] ? ` "${labels![at]}"` : ""}`,
      from: numberOf(made![at]) ?? 0,
      to: numberOf(deleted![at]),
      note: numberOf(sizes![at]) ? cellText(columns[3]!, sizes![at]!) : "",
    }));
    this.#lives.show(lives, records ? records.from - 1 : 0, records ? records.to - 1 : trace.events, "call");
  }

  /** Shows the frame of the call that created an object. */
  async #showCall({ from }: Life): Promise<void> {
    const { trace, state } = this.#shell;
    const line = await rowsOf(`calls${trace.of} | where no == ${from} | select frame`, 1);
    const frame = numberOf(line.cells[0]![0]);
    if (frame === null) return;
    if (isFrames(trace)) state.moment = frame;
    this.#shell.show("calls");
  }

  /** Shows calls with memory whose arguments give width, height and format. */
  async #showPictures(trace: WireTrace, records: Range | null, signal: AbortSignal): Promise<void> {
    const stage = records === null ? "" : ` and no >= ${records.from - 1} and no < ${records.to - 1}`;
    const functions = await rowsOf(
      `functions${trace.of} | where bytes > 0 and args has "width" and args has "format" and args has "type" | select name`,
      500,
      signal,
    );
    const names = functions.cells[0]!.map((name) => JSON.stringify(name));
    if (names.length === 0) {
      this.#pictures.replaceChildren();
      return;
    }
    const query = `calls${trace.of} | where name in {${names.join(", ")}} and blob_bytes > 0${stage} | ` +
      "select no, frame, name, blob_bytes";
    const line = await rowsOf(query, 10_000, signal);
    const list = h("div", { class: "gallery" });
    const more = h("div", { class: "tools" });
    this.#pictures.replaceChildren(
      h("h2", {}, "Textures that calls carry"),
      askedLine(query, (text) => this.#shell.take(text)),
      h("p", { class: "soft" }, `${grouped(String(line.rowCount))} calls`),
      list,
      more,
    );
    const numbers = line.cells[0]!.map(String);
    let next = 0;
    const show = async (): Promise<void> => {
      more.replaceChildren();
      const end = Math.min(numbers.length, next + PICTURES);
      try {
        for (; next < end; next++) list.append(await this.#picture(trace, numbers[next]!, signal));
      } finally {
        // Continue even if one picture is missing: it can be requested again.
        const rest = Math.min(PICTURES, numbers.length - next);
        if (rest > 0) more.replaceChildren(button(`Next ${rest} pictures`, showNext));
      }
    };
    const showNext = (): void =>
      void show().catch((error: Error) => {
        if (error.name !== "AbortError") this.#fail(error);
      });
    await show();
  }

  async #picture(trace: WireTrace, no: string, signal: AbortSignal): Promise<HTMLElement> {
    try {
      const line = await argumentsOf(trace, no, signal);
      const layout = layoutOf(line);
      const at = line.cells[4]!.findIndex((bytes) => (numberOf(bytes) ?? 0) > 0);
      if (!layout || at < 0) return h("p", { class: "soft" }, `Call ${no} describes no picture`);
      return await pictureElement(trace, { no, argument: String(line.cells[0]![at]), layout }, signal);
    } catch (error) {
      // When the user leaves the view and comes back, it is requested again.
      if ((error as Error).name === "AbortError" || error instanceof ClientDisconnectedError) throw error;
      return h("p", { class: "soft" }, `Call ${no}: ${(error as Error).message}`);
    }
  }
}

/**
 * The calls of a frame as a tree: threads if there are several, debug groups in the order of their pushes,
 * calls in order, and below each call its arguments, which are requested when the user opens it.
 * @module
 */

import type { WireCell, WireTrace } from "../src/serve/api_types.ts";
import { blob, rowsOf } from "./api.ts";
import { button, h, saveFile } from "./dom.ts";
import { argumentsOf, layoutOf, pictureElement } from "./picture.ts";
import type { Branch } from "./tree.ts";
import { grouped, numberOf, sizeText } from "./values.ts";

/** Number of calls that are requested at a time. */
const PAGE = 200;
/** Maximum number of groups of a frame that are shown; a frame with more comes from a broken program. */
const MOST_GROUPS = 5000;

interface Group {
  readonly id: string;
  readonly parent: string | null;
  readonly thread: string;
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly facts: string;
}

/** A frame: its number, and its first and last call. */
export interface FrameSpan {
  readonly frame: number;
  readonly first: number;
  readonly last: number;
}

/** The tree for a frame. */
export class CallBranches {
  readonly #trace: WireTrace;
  readonly #span: FrameSpan;
  readonly #chosen: (no: string) => void;
  #groups: readonly Group[] = [];

  /** `chosen` is called with the number of a call that is clicked. */
  constructor(trace: WireTrace, span: FrameSpan, chosen: (no: string) => void) {
    this.#trace = trace;
    this.#span = span;
    this.#chosen = chosen;
  }

  /** Builds the query for all of the calls. */
  get query(): string {
    return `calls${this.#trace.of} | where frame == ${this.#span.frame}`;
  }

  /** Returns the outermost lines. */
  async roots(signal: AbortSignal): Promise<readonly Branch[]> {
    const { frame, first, last } = this.#span;
    const { of } = this.#trace;
    const groups = await rowsOf(
      `groups${of} | where first <= ${last} and (last is null or last >= ${first}) | sort first | ` +
        `take ${MOST_GROUPS} | select group, parent, thread, name, first, last, calls, draws, bytes`,
      MOST_GROUPS,
      signal,
    );
    const [ids, parents, on, names, firsts, lasts, calls, draws, bytes] = groups.cells;
    this.#groups = ids!.map((id, at) => ({
      id: String(id),
      parent: textOf(parents![at]),
      thread: String(on![at]),
      name: textOf(names![at]) ?? "(without a name)",
      first: Number(firsts![at]),
      last: lasts![at] === null ? Infinity : Number(lasts![at]),
      facts: factsOf(calls![at], draws![at], bytes![at]),
    }));
    const threads = await rowsOf(
      `calls${of} | where frame == ${frame} | by thread: calls = count(), ` +
        'draws = count() if class has "render", bytes = sum(blob_bytes) | sort thread',
      1000,
      signal,
    );
    const [thread, ...counts] = threads.cells;
    if (thread!.length === 1) return await this.#inside(String(thread![0]), null, first, last);
    return thread!.map((each, at) => ({
      content: [
        h("strong", {}, `Thread ${each}`),
        soft(factsOf(counts[0]![at], counts[1]![at], counts[2]![at])),
      ],
      isOpen: thread!.length <= 4,
      open: () => this.#inside(String(each), null, first, last),
    }));
  }

  /** Returns what is between two calls of a thread: groups, and calls that are in none of them. */
  async #inside(thread: string, parent: string | null, from: number, to: number): Promise<readonly Branch[]> {
    const known = new Set(this.#groups.map(({ id }) => id));
    const groups = this.#groups.filter((group) =>
      group.thread === thread && group.first <= to && group.last >= from &&
      // A group whose parent began before the first known group is at the top.
      (parent === null ? group.parent === null || !known.has(group.parent) : group.parent === parent)
    );
    const found: Branch[] = [];
    let next = from;
    while (found.length < PAGE && next <= to) {
      const group = groups.find((each) => each.first <= next && each.last >= next);
      if (group) {
        found.push(this.#groupBranch(group, from, to));
        next = group.last + 1;
        continue;
      }
      const page = await this.#page(thread, next, to);
      if (page.length === 0) break;
      for (const { no, branch } of page) {
        if (groups.some((each) => each.first <= no && each.last >= no)) {
          next = no;
          break;
        }
        found.push(branch);
        next = no + 1;
      }
    }
    if (next <= to && found.length >= PAGE) {
      found.push({
        content: [`Further calls, from number ${grouped(String(next))}`],
        class: "soft",
        more: () => this.#inside(thread, parent, next, to),
      });
    }
    return found;
  }

  #groupBranch({ id, name, thread, facts, first, last }: Group, from: number, to: number): Branch {
    return {
      class: "group",
      content: [h("strong", {}, name), soft(facts)],
      // The line of the group stands for its push and its pop.
      open: () => this.#inside(thread, id, Math.max(from, first + 1), Math.min(to, last - 1)),
    };
  }

  async #page(thread: string, from: number, to: number): Promise<readonly { no: number; branch: Branch }[]> {
    const { of } = this.#trace;
    const line = await rowsOf(
      `calls${of} | where frame == ${this.#span.frame} and ${
        onThread(thread)
      } and no >= ${from} and no <= ${to}` +
        ` | top ${PAGE} by no asc | select no, name, depth, class, blob_bytes, redundant, incomplete, ` +
        "args = substr(args, 0, 160), ret = substr(ret, 0, 80)",
      PAGE,
    );
    const [numbers, ...others] = line.cells;
    return numbers!.map((no, at) => ({
      no: Number(no),
      branch: this.#callBranch(String(no), others.map((cells) => cells[at] ?? null)),
    }));
  }

  #callBranch(no: string, cells: readonly WireCell[]): Branch {
    const [name, depth, kind, bytes, redundant, incomplete, args, ret] = cells;
    const shown = `(${textOf(args) ?? ""}${(textOf(args)?.length ?? 0) >= 160 ? "…" : ""})`;
    const size = numberOf(bytes) ?? 0;
    return {
      class: [
        "call",
        redundant === true ? "redundant" : "",
        String(kind ?? "").includes("render") ? "draws" : "",
      ].join(" "),
      content: [
        soft(no),
        "\u00a0\u00a0".repeat(Math.min(20, numberOf(depth) ?? 0)),
        h("span", { class: "fn" }, String(name)),
        h("span", { class: "args" }, shown),
        ...(textOf(ret) ? [h("span", { class: "args" }, `= ${ret}`)] : []),
        ...(size > 0 ? [soft(sizeText(size))] : []),
        ...(redundant === true ? [h("span", { class: "badge" }, "repeats the call before")] : []),
        ...(incomplete === true ? [h("span", { class: "badge" }, "never returned")] : []),
      ],
      chosen: () => this.#chosen(no),
      open: () => this.#arguments(no),
    };
  }

  async #arguments(no: string): Promise<readonly Branch[]> {
    const line = await argumentsOf(this.#trace, no);
    const layout = layoutOf(line);
    const [names, types, values, , bytes] = line.cells;
    if (names!.length === 0) return [{ content: ["no arguments"], class: "soft" }];
    return names!.map((name, at) => {
      const size = numberOf(bytes![at]);
      const argument = String(name);
      return {
        class: "argument",
        content: [
          h("span", { class: "fn" }, argument),
          h("span", { class: "args" }, ` = ${textOf(values![at]) ?? "null"}`),
          soft(String(types![at] ?? "")),
        ],
        ...(size ? { open: () => this.#memory(no, argument, layout), isOpen: layout !== null } : {}),
      };
    });
  }

  /**
   * Shows the memory behind an argument: a picture if the call describes one, and a button to save the bytes.
   */
  async #memory(
    no: string,
    argument: string,
    layout: ReturnType<typeof layoutOf>,
  ): Promise<readonly Branch[]> {
    const save = button(
      "Save bytes",
      () =>
        void blob({ trace: this.#trace.name, no, argument }).then((bytes) =>
          saveFile(`${no}-${argument.replace(/[^\w.+-]/g, "_")}.bin`, new Blob([bytes.slice()]))
        ).catch(() => {}),
    );
    if (layout) {
      const shown = await pictureElement(this.#trace, { no, argument, layout })
        .catch((error: Error) => h("p", { class: "soft" }, error.message));
      return [{ content: [shown, save] }];
    }
    const views = await rowsOf(
      `calls${this.#trace.of} | where no == ${no} | select ` +
        ["bytes", "f32", "u16", "u32", "chars"].map((kind) =>
          `${kind} = substr(${kind}(${JSON.stringify(argument)}), 0, 400)`
        )
          .join(", "),
      1,
    );
    return [
      ...views.columns.map(({ name }, at): Branch => ({
        class: "argument",
        content: [soft(name), h("span", { class: "args" }, textOf(views.cells[at]![0]) ?? "nothing")],
      })),
      { content: [save] },
    ];
  }
}

function textOf(cell: WireCell | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

function soft(text: string): HTMLElement {
  return h("span", { class: "soft" }, text);
}

function factsOf(
  calls: WireCell | undefined,
  draws: WireCell | undefined,
  bytes: WireCell | undefined,
): string {
  const size = numberOf(bytes ?? null) ?? 0;
  const parts = [`${grouped(String(calls ?? 0))} calls`, `${grouped(String(draws ?? 0))} draws`];
  return [...parts, ...(size > 0 ? [sizeText(size)] : [])].join(", ");
}

/** Returns the filter for the calls of a thread; empty if the recording has no threads. */
function onThread(thread: string): string {
  return thread === "null" ? "thread is null" : `thread == ${thread}`;
}

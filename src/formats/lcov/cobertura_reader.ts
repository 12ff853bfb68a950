/**
 * Reads Cobertura XML: lines of classes, functions from the lines of methods, and branch totals.
 * @module
 */

import { type CoverageModel, NO_GROUP } from "./coverage_model.ts";
import { CountReader } from "./count_reader.ts";
import type { Report } from "./report.ts";
import { LAST_LINE, type SyntaxInput } from "./syntax_input.ts";
import { PlainLine } from "./plain_line.ts";
import { readXml, type XmlHandler } from "./xml_machine.ts";

const HALF = 0x1_0000_0000;

/** A method whose lines are being read. */
interface Method {
  readonly name: string;
  first: number;
  last: number;
  low: number;
  high: number;
}

/** Reads a complete file into the sink. */
export async function readCobertura({ window, model, report, options, tag }: SyntaxInput): Promise<
  string | undefined
> {
  const taker = new CoberturaTaker(model, report, tag);
  const damage = await readXml(window, taker, options);
  if (damage) {
    const { code, message } = damage;
    report.error(code, window.offset, taker.files, message, "kept what was read");
    while (await window.skip(window.left + 1));
  }
  // A complete report without files is valid; in a damaged one, files may be missing.
  return taker.files === 0 ? undefined : "Cobertura";
}

class CoberturaTaker implements XmlHandler {
  readonly #model: CoverageModel;
  readonly #report: Report;
  readonly #tag: SyntaxInput["tag"];
  readonly #counts = new CountReader();
  readonly #plain = new PlainLine();
  /** Number of classes so far. */
  files = 0;
  #inClass = false;
  #method: Method | undefined;
  /**
   * Counts of the lines that the methods of a class list; the class itself may or may not list these lines
   * again.
   */
  readonly #ofMethods = new Map<number, readonly [number, number]>();
  #ownLines = 0;

  constructor(model: CoverageModel, report: Report, tag: SyntaxInput["tag"]) {
    this.#model = model;
    this.#report = report;
    this.#tag = tag;
  }

  plainLine(bytes: Uint8Array, at: number, to: number): number {
    if (!this.#inClass) return 0;
    const plain = this.#plain;
    const end = plain.read(bytes, at, to);
    if (end === 0) return 0;
    if (plain.valid >= 0) this.#model.branchSums(plain.line, plain.valid, plain.covered);
    this.#addLine(plain.line, plain.hits >>> 0, Math.floor(plain.hits / HALF));
    return end;
  }

  isIdle(name: string): boolean {
    // Skip conditions: their counts are part of the branch totals of their lines.
    return name === "condition" || name === "conditions" || (name === "line" && !this.#inClass);
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === "line") return this.#line(attribute);
    if (name === "class") {
      const file = attribute("filename") ?? "";
      this.#inClass = file !== "";
      this.files++;
      if (this.#inClass) this.#model.begin(this.#model.strings.internText(file));
      else this.#bad("A class has no file");
      this.#ofMethods.clear();
      this.#ownLines = 0;
      return;
    }
    if (name === "method" && this.#inClass) {
      const [method, signature] = [attribute("name") ?? "", attribute("signature") ?? ""];
      this.#method = { name: method + signature, first: 0, last: 0, low: 0, high: 0 };
    } else if (name === "coverage") {
      const written = attribute("version");
      if (written) this.#tag("version", written);
    }
  }

  close(name: string, text: () => string): void {
    if (name === "method") this.#endMethod();
    else if (name === "class") this.#endClass();
    else if (name === "source") {
      const folder = text();
      if (folder !== "") this.#tag("source", folder);
    }
  }

  #line(attribute: (name: string) => string | undefined): void {
    if (!this.#inClass) return;
    const line = Number(attribute("number"));
    if (!Number.isInteger(line) || line < 0) return this.#bad("A line has no number");
    if (line === 0 || line > LAST_LINE) {
      const message = `A record is about line ${line}`;
      this.#report.note("impossible-line", -1, this.files, message, "skipped it");
      return;
    }
    const odd = this.#counts.readText(attribute("hits") ?? "");
    if (odd === "bad") return this.#bad("A count is not a number");
    if (odd !== "") {
      const [code, message, handling] = odd === "negative"
        ? ["negative-count", "A count is below zero", "treated it as zero"] as const
        : ["large-count", "A count has more than 64 bits", "kept the largest number"] as const;
      this.#report.warning(code, -1, this.files, message, handling);
    }
    if (attribute("branch")?.toLowerCase() === "true") {
      const parts = /\((\d{1,9})\/(\d{1,9})\)/.exec(attribute("condition-coverage") ?? "");
      if (parts) this.#model.branchSums(line, Number(parts[2]), Number(parts[1]));
    }
    this.#addLine(line, this.#counts.low, this.#counts.high);
  }

  #addLine(line: number, low: number, high: number): void {
    const method = this.#method;
    if (method === undefined) {
      this.#ownLines++;
      this.#model.line(line, low, high, 0);
      return;
    }
    this.#ofMethods.set(line, [low, high]);
    if (method.first === 0 || line < method.first) Object.assign(method, { first: line, low, high });
    method.last = Math.max(method.last, line);
  }

  #endMethod(): void {
    const method = this.#method;
    this.#method = undefined;
    if (method === undefined || method.name === "" || method.first === 0) return;
    const { name, first, last, low, high } = method;
    this.#model.func(this.#model.strings.internText(name), first, last, NO_GROUP, low, high);
  }

  #endClass(): void {
    if (this.#inClass && this.#ownLines === 0) {
      for (const [line, [low, high]] of this.#ofMethods) this.#model.line(line, low, high, 0);
    }
    this.#inClass = false;
  }

  #bad(message: string): void {
    this.#report.warning("bad-record", -1, this.files, message, "skipped it");
  }
}

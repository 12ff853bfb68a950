/**
 * Walks the entries of a trace under the original's rules: runs of codes, load addresses and module loads, in
 * file order.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Problem } from "../../events/trace_sink.ts";
import { AddressRules } from "../../formats/gnatcov/address_rules.ts";
import { opText, SPECIAL } from "../../formats/gnatcov/constants.ts";
import { EntryDictionary } from "../../formats/gnatcov/entry_dictionary.ts";
import { EntryStream, type SpecialEntry } from "../../formats/gnatcov/entry_stream.ts";
import { hasKernel } from "../../formats/gnatcov/head.ts";
import { Report } from "../../formats/gnatcov/report.ts";
import type { Arena } from "../../memory/arena.ts";
import { DumpError } from "./dump_error.ts";
import { infoFault, type StrictHeader } from "./strict_header.ts";

/** Number of codes decoded at once. */
export const WALK_CODES = 65536;

/** Receives the entries. */
interface EntryVisitor {
  /** `count` codes are at arena address `codes`. */
  codes(codes: number, count: number): void | Promise<void>;
  /** A load address or a module event. */
  special(entry: SpecialEntry): void | Promise<void>;
  /** Prints a line to standard error about an invalid module event. */
  complain(line: string): void | Promise<void>;
}

/** Problems that the original does not detect. */
const UNNOTICED: ReadonlySet<string> = new Set(["bad-date", "swapped-date"]);

/** Iterates over the entries of a trace. */
export class EntryWalk {
  /** Every distinct entry. */
  readonly dictionary: EntryDictionary;
  /** How addresses are relocated. */
  readonly rules: AddressRules;
  /** Bits of an address. */
  readonly bits: 32 | 64;
  readonly #arena: Arena;
  readonly #codes: number;
  readonly #stream: EntryStream;
  readonly #file: string;
  #problems: Problem[] = [];

  /** The window must be at the first entry. */
  constructor(window: ByteWindow, arena: Arena, head: StrictHeader, file: string) {
    const bigEndian = head.section.order === 1;
    this.#arena = arena;
    this.#codes = arena.alloc(4 * WALK_CODES);
    this.#file = file;
    this.bits = head.section.pcSize === 8 ? 64 : 32;
    this.dictionary = new EntryDictionary(arena, head.section.pcSize, bigEndian);
    const report = new Report({ problem: (problem) => void this.#problems.push(problem) });
    this.rules = new AddressRules(this.dictionary, report, bigEndian, hasKernel(head.infos));
    this.#stream = new EntryStream(window, this.dictionary, bigEndian, { splits: false });
  }

  /**
   * Walks all entries, up to the first one that the original rejects. At module events where the original
   * ends with an uncaught exception, continues and returns false at the end.
   */
  async run(visitor: EntryVisitor): Promise<boolean> {
    let known = 0;
    let clean = true;
    while (true) {
      const step = await this.#stream.step(this.#codes, WALK_CODES);
      if (step.kind === "special") {
        if (this.rules.waits && step.entry.operation !== SPECIAL.loadAddress) {
          throw new DumpError(
            `${this.#file}: 'loadaddr' special trace entry expected but got instead a ${
              hexOperation(step.entry)
            } special entry`,
          );
        }
        this.rules.follow(step.entry, 0, 0);
        const fault = step.entry.infos ? infoFault(step.entry.infos) : null;
        if (fault !== null) throw new DumpError(`${this.#file}: ${fault}`);
        const problems = this.#problems.splice(0).filter(({ code }) => !UNNOTICED.has(code));
        for (const { code } of problems) {
          const end = complaint(code, step.entry);
          if (end !== undefined) throw new DumpError(`${this.#file}: ${end}`);
        }
        await visitor.special(step.entry);
        for (const { message, handling } of problems) {
          clean = false;
          await visitor.complain(`${this.#file}: ${message}: ${handling}`);
        }
      } else for (; known < this.dictionary.size; known++) this.rules.classify(known);
      known = this.dictionary.size;
      if (step.kind === "codes") await visitor.codes(this.#codes, step.count);
      if (step.kind === "full") throw new DumpError(`${this.#file}: too many different entries`);
      if (step.kind !== "end") continue;
      if (step.left > 0) throw new DumpError(`${this.#file}: file truncated`);
      if (this.rules.waits) throw new DumpError(`${this.#file}: No 'loadaddr' special trace entry`);
      return clean;
    }
  }

  /** An address with all its hexadecimal digits. */
  hex(address: bigint): string {
    return address.toString(16).padStart(this.bits / 4, "0");
  }

  /** Frees the memory. */
  close(): void {
    this.dictionary.close();
    this.#arena.free(this.#codes);
  }
}

/** The line of a range, with its line break. */
export function rangeLine(first: string, last: string, op: number): string {
  return `${first}-${last} ?: ${op.toString(16).padStart(2, "0")} ${opText(op)}\n`;
}

/**
 * Returns the original's message for a problem that the reader reports; undefined if the original ends with
 * an exception.
 */
function complaint(code: string, entry: SpecialEntry): string | undefined {
  switch (code) {
    case "zero-load-address":
      return "Invalid 'loadaddr' special trace entry: offset must not be 0";
    case "unexpected-load-address":
    case "repeated-load-address":
      return "Unexpected 'loadaddr' special trace entry.";
    case "unknown-special":
      return `Unknown special trace entry: ${hexOperation(entry)}`;
    case "incomplete-module-load":
      return "incomplete shared object load event";
    default:
      return undefined;
  }
}

function hexOperation({ operation }: SpecialEntry): string {
  return `0x${operation.toString(16).padStart(4, "0")}`;
}

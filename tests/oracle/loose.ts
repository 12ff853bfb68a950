/**
 * Queries that no database could answer: backtraces, points, runs of coverage, memory of calls. They are judged by the
 * answer of the same query in a separate session.
 * @module
 */

import type { Session } from "../../src/engine/session.ts";
import type { Random } from "../support/random.ts";
import type { Queries } from "../query/oracle/queries.ts";
import { askable, type Relation, shown, written } from "../query/oracle/relation.ts";
import type { Exported } from "./exported.ts";

const POINTS = [
  "50%",
  "1%",
  "99%",
  "#17",
  "#300",
  "40",
  "900",
  "start",
  "end",
  "peak",
  "peak blocks",
  "frame 1",
];
const MORE_POINTS = ["3ms", "2s", "0:00:01", "context startup", "context parse"];
const GLOBS = ["*", "m*", "*_*", "__libc*", "main", "/^_?[a-m]/", "nothing", "?*"];
const FAMILIES = [
  "u8",
  "i8",
  "u16",
  "i16",
  "u32",
  "i32",
  "u64",
  "f32",
  "f64",
  "bytes",
  "chars",
  "arg",
  "text",
  "number",
];
const RANGES = [
  "0x400000..0x402000",
  "0..0x20000",
  "0x1000..+64K",
  "main",
  'section(".text")',
  'symbol("main")',
];

/** Generates such queries. */
export class LooseQueries {
  readonly #random: Random;
  readonly #session: Session;
  readonly #queries: Queries;
  readonly #sources: readonly Exported[];

  constructor(random: Random, session: Session, queries: Queries, sources: readonly Exported[]) {
    this.#random = random;
    this.#session = session;
    this.#queries = queries;
    this.#sources = sources;
  }

  /** One query. */
  make(): string {
    const { catalog } = this.#session;
    const random = this.#random;
    const has = (table: string): boolean => catalog.table(table, null) !== undefined;
    const makers = [
      () => this.#stages(),
      () => this.#around(),
      () => this.#changes(),
      () => this.#meta(),
      ...(has("stacks") ? [() => this.#stacks(), () => this.#stacks()] : []),
      ...(has("allocs") ? [() => this.#moments(), () => this.#moments()] : []),
      ...(has("entries") ? [() => this.#coverage(), () => this.#coverage()] : []),
      ...(has("calls") ? [() => this.#memory(), () => this.#memory()] : []),
    ];
    return random.pick(makers)();
  }

  #of(): string {
    return this.#random.oneIn(2) ? "" : ` of ${this.#random.pick(this.#session.catalog.traceNames)}`;
  }

  #filtered(): Relation {
    const rows = this.#queries.begin();
    if (this.#random.oneIn(3)) return rows;
    const { text } = this.#queries.conditions(rows).filter(1);
    return { ...rows, text: [...rows.text, `where ${text}`] };
  }

  #condition(rows: Relation): string {
    return this.#queries.conditions(rows).filter(this.#random.below(3)).text;
  }

  #column(rows: Relation): string {
    return written(this.#random.pick(askable(shown(rows.cols))).name);
  }

  /** Stages over anything. */
  #stages(): string {
    const rows = this.#filtered();
    const x = this.#column(rows);
    return `${rows.text.join(" | ")} | ${
      this.#random.pick([
        `hist ${x}`,
        `timeline count(${x}), max(${x})`,
        `by ${x} | top 3`,
        `explain`,
        `distinct ${x} | count`,
        `sample 5 | select ${x}, human(${x})`,
        `extend s = symbol(addr), l = source(addr) | by s, l`,
        `by dir(file), ext(file): n = count(), m = max(${x})`,
        `window by ${x}: n = row_number(), p = lag(${x}), q = first(${x}) | where n < 3`,
        `window order ${x} desc: r = rank(), c = cumulative(count() if ${x} is null), m = moving(count(${x}), 3)`,
        `join left last (${rows.text.join(" | ")} | take 20) on ${x} before seq | count`,
        `match (${this.#condition(rows)} as p) then (${
          this.#condition(rows)
        } as q) on ${x} within 100 | by ${x}: count()`,
        `sessions gap 50 by ${x} | by ${x}: count(), max(to - from)`,
        `summarize any(${x}), sum(size) / count(), first(${x}) if ${x} is null`,
      ])
    }`;
  }

  #around(): string {
    const rows = this.#filtered();
    const n = this.#random.below(4);
    return `${rows.text.join(" | ")} | before ${n} | after ${this.#random.below(4)} | ${
      this.#random.pick(["count", `select ${this.#column(rows)}`, `where ${this.#condition(rows)}`, "tail 7"])
    }`;
  }

  #changes(): string {
    const random = this.#random;
    const names = this.#session.catalog.traceNames;
    const table = random.pick(this.#sources.filter(({ text }) => /^\w+$/.test(text))).text;
    const [a, b] = [random.pick(names), random.pick(names)];
    const rows = this.#queries.begin();
    const key = random.pick([this.#column(rows), "kind, func", "name", "normal", "size"]);
    return `${random.pick(["changes", "diff"])} ${table} of ${a}, ${table} of ${b} by ${key}${
      random.pick(["", " | count", " | by change", " | take 9"])
    }`;
  }

  /** A query about the session itself. */
  #meta(): string {
    const rows = this.#filtered();
    return this.#random.pick([
      "traces | select name, format, rows, problems",
      "problems | by code, severity",
      "tags | by name",
      `assert ${rows.text.join(" | ")} | count < 3 : "few"`,
      `let few = 3; ${rows.text.join(" | ")} | take few | as k1; k1 | count`,
      `${rows.text.join(" | ")} | take 20 | as k2; _ | count; k2 | skip 3`,
    ]);
  }

  #stacks(): string {
    const random = this.#random;
    const table = random.pick([
      "events",
      "allocs",
      "leaks",
      "calls",
      "profile",
      "sites",
      "stacks",
      "live @ 50%",
    ]);
    const rows = `${table}${this.#of()}`;
    const glob = random.pick(GLOBS);
    const [some] = this.#sources.filter(({ text }) => text === table);
    const where = some && random.oneIn(2) ? ` | where ${this.#condition(this.#beginWith(some))}` : "";
    return `${rows}${where} | ${
      random.pick([
        `through ${glob} | by func`,
        `callers of ${glob}`,
        "tree",
        "tree up",
        "unwind | by func, level",
        "unwind | select level, func, addr, file, line | take 40",
        `where in_stack(stack, ${JSON.stringify(glob)}) | by func_at(stack, 1)`,
        `by frames(stack) | top ${random.below(6)} by count`,
        "extend f = func_at(stack, 0), g = func_at(stack, 2) | where f != g | by f, g",
        "join (stacks | select id, depth, outermost) on stack = id | by depth, outermost",
      ])
    }`;
  }

  #beginWith({ text, sql, cols, rows }: Exported): Relation {
    return { text: [text], steps: [sql], cols, most: rows, prefix: "" };
  }

  #moments(): string {
    const random = this.#random;
    const point = random.pick([...POINTS, ...POINTS, ...MORE_POINTS]);
    const live = random.pick([`live @ ${point}`, `live @ ${point}`, "leaks", "peak"]) + this.#of();
    return random.pick([
      `${live} | by func, bucket(size)`,
      `${live} | summarize count(), sum(size), distinct(func)`,
      `${live} | sort size desc, seq | take 9`,
      `diff (live @ ${random.pick(POINTS)}), (live @ ${point}) by func, type`,
      `${live} | join semi (allocs | where life > 3) on alloc | count`,
      `${live} | select seq, addr, size, end, func, resizes, moves, max_size`,
      `${live} | where addr overlaps ${random.pick(RANGES.slice(0, 3))} | count`,
      `timeline every ${1 + random.below(400)} max(live_bytes), last(live_blocks), count() if kind == free`,
    ]);
  }

  #coverage(): string {
    const random = this.#random;
    const names = this.#session.catalog.traceNames;
    const some = random.pick(['"*"', random.pick(names), `${names[0]}, ${names.at(-1)}`]);
    const range = random.pick(RANGES);
    return random.pick([
      `gaps in ${range}`,
      `heat in ${range} | select addr, strip`,
      `traces reaching ${random.pick(["main", "0x401200", "0x10060", "hash"])}`,
      `union of ${some} | summarize sum(size), max(runs)`,
      `intersection of ${some}${random.pick(["", " by outcome"])}`,
      `difference of ${some}${random.pick(["", " by outcome"])}`,
      `complement of ${some} | extend f = symbol(addr) | by f`,
      `runs`,
      `lines${this.#of()} | by state, file: count(), sum(uncovered)`,
      `functions${this.#of()} | sort size desc, addr | take 8`,
      `uncovered${this.#of()} | take 8`,
      `entries${this.#of()} | by symbol(addr), kind`,
    ]);
  }

  #memory(): string {
    const random = this.#random;
    const names = this.#session.catalog.familyArguments?.("calls", "arg") ?? [];
    const view = (): string =>
      `${random.pick(FAMILIES)}(${JSON.stringify(names.length > 0 ? random.pick(names) : "x")})`;
    const calls = `calls${this.#of()}`;
    const [a, b] = [view(), view()];
    return random.pick([
      `${calls} | where ${a} is not null | select no, name, ${a}, ${b}`,
      `${calls} | by ${a}`,
      `${calls} | sort ${a}, no desc | take 12 | select no, name, args`,
      `${calls} | where no in ${random.below(90)}..+${random.below(40)} | select no, ${a}, ret, args`,
      `${calls} | where ${a} == 1 or ${b} is null | count`,
      `${calls} | where name ~ "gl*" and ${a} == "GL_TRUE" | count`,
      `${calls} | extend p = ${a}, q = ${b} | where p is not null or q is not null | by p, q`,
      `${calls} | tail ${1 + random.below(9)} | select normal, redundant, ${a}`,
      `args${this.#of()} | where arg in {"target", "size", "return"} | by name, arg, value | take 20`,
      `summarize distinct(${a}) if func startswith "gl", count(${b})`,
    ]);
  }
}

/**
 * Random well-typed expressions. They are safe: the known bounds of the operands exclude overflow. Unsafe ones, which
 * may fail, are used only in queries about overflow.
 */

import type { Random } from "../../support/random.ts";
import {
  asDouble,
  binary,
  columnTerm,
  commonType,
  constantTerm,
  fitsInto,
  inside,
  LEVEL,
  signed,
  sqlString,
  type Term,
  term,
  wholeConstant,
  type Written,
} from "./terms.ts";
import type { Col } from "./relation.ts";
import { I64_MAX, type Type, U64_MAX } from "./tables.ts";

const WORDS = ["a", "b", "main", "src", "é", "😀", "x", ".c", "/", "a b", "%", "", "net/a.c"];
/** Expressions with the same meaning in both, that match no empty text, and whose groups always match. */
const EXTRACTED: readonly (readonly [pattern: string, group: number])[] = [
  ["[a-z]+", 0],
  ["([a-z])([a-z/]*)", 2],
  ["(.)[/.]", 1],
  ["^(.*?)([^a])$", 1],
  ["(a|ab)(b?.)", 2],
  ["(?:(.)b|x)+", 0],
  ["([^/]+)$", 1],
  ["\\d+|é", 0],
];
/** Doubles beyond this are only compared. */
const TAME = 1e100;

/** Generates expressions over some columns. */
export class Expressions {
  readonly random: Random;
  readonly cols: readonly Col[];
  /** Generates the condition of an `if`. */
  readonly #condition: () => Written & { readonly sql: string };

  constructor(random: Random, cols: readonly Col[], condition: () => Written & { readonly sql: string }) {
    this.random = random;
    this.cols = cols;
    this.#condition = condition;
  }

  /** An expression of a type; a simple one if the depth is used up. */
  make(type: Type, depth: number): Term {
    if (depth <= 0 || this.random.oneIn(3)) return this.leaf(type);
    if (this.random.oneIn(6)) return this.#choice(type, depth) ?? this.leaf(type);
    switch (type) {
      case "u64":
        return this.#unsigned(depth);
      case "i64":
        return this.#signed(depth);
      case "f64":
        return this.#double(depth);
      case "time":
        return this.#time(depth);
      case "text":
        return this.#text(depth);
      case "bool": {
        const made = this.#condition();
        // A column alone would stay a column, including its missing values.
        const isColumn = made.level === LEVEL.atom && /^[\w.`]+$/.test(made.text);
        const shape = isColumn ? { text: `not not ${made.text}`, level: LEVEL.not } : made;
        return term("bool", shape, `(${made.sql})`);
      }
    }
  }

  /** A column of the type, else a constant. */
  leaf(type: Type): Term {
    return this.column(type) ?? this.constant(type);
  }

  /** A column of the type, if there is one. */
  column(type: Type): Term | undefined {
    const some = this.cols.filter((col) => col.type === type);
    return some.length === 0 ? undefined : columnTerm(this.random.pick(some));
  }

  constant(type: Type): Term {
    const { random } = this;
    switch (type) {
      case "u64":
        return wholeConstant(
          random.pick([BigInt(random.below(10)), BigInt(random.below(5000)), random.u64()]),
        );
      case "i64":
        return wholeConstant(-1n - BigInt(random.below(1000)));
      case "time":
        return constantTerm("time", BigInt(random.below(5000)) * random.pick([1n, 1000n, 1_000_000n]));
      case "f64":
        return constantTerm("f64", (random.below(2000) - 1000) / 8);
      case "bool":
        return constantTerm("bool", random.oneIn(2));
      case "text":
        return constantTerm("text", random.pick(WORDS));
    }
  }

  /** A constant near the values of a term. */
  near(subject: Term): Term {
    const { random } = this;
    const { type } = subject;
    const sample = subject.samples.length > 0 ? random.pick(subject.samples) : null;
    if (sample === null || random.oneIn(8)) return this.constant(type);
    if (typeof sample === "bigint") {
      const value = sample + BigInt(random.below(3) - 1);
      const fits = value >= subject.low - 1n && fitsInto({ low: value, high: value }, type);
      return constantTerm(type, fits ? value : sample);
    }
    return constantTerm(type, sample);
  }

  /** An integer reduced so that further operations fit. */
  #small(most: bigint, depth: number): Term {
    const made = this.make("u64", depth - 1);
    if (made.type === "u64" && made.high <= most) return made;
    return this.#masked(made, most > 0xffffn ? 0xffffn : most > 255n ? 255n : 15n);
  }

  #masked(from: Term, mask: bigint): Term {
    return range("u64", binary("&", from, wholeConstant(mask)), `(${from.sql} & ${mask})`, 0n, mask);
  }

  #unsigned(depth: number): Term {
    const { random } = this;
    const a = this.make("u64", depth - 1);
    const b = this.make("u64", depth - 1);
    if (a.type !== "u64" || b.type !== "u64") return this.leaf("u64");
    const step = BigInt(1 + random.below(5000));
    switch (random.below(16)) {
      case 12: {
        const unit = 10n ** BigInt(1 + random.below(4));
        if (a.constant || a.high + unit > U64_MAX) return a;
        const sql = `((${a.sql} + ${unit / 2n}) // ${unit} * ${unit})`;
        return range("u64", `round(${a.text}, -${String(unit).length - 1})`, sql, 0n, a.high + unit);
      }
      case 13:
        return this.#clamped(a) ?? a;
      case 14:
        // Through a text and back.
        return {
          ...a,
          constant: false,
          text: `to_number(concat(${a.text}, ""))`,
          level: LEVEL.atom,
          sql: `(${a.sql})::VARCHAR::HUGEINT`,
        };
      case 0:
      case 1:
      case 2:
        return this.arithmetic(random.pick(["+", "-", "*"] as const), a, b) ?? this.#masked(a, 0xffn);
      case 3:
        return this.arithmetic(random.pick(["/", "%"] as const), a, b) ?? a;
      case 4:
        return range(
          "u64",
          binary("&", a, b),
          `(${a.sql} & ${b.sql})`,
          0n,
          a.high < b.high ? a.high : b.high,
        );
      case 5:
        return term("u64", binary("^", a, b), `xor(${a.sql}, ${b.sql})`);
      case 6:
        return this.#shift(a);
      case 7:
        return term("u64", signed("~", a), `(${U64_MAX}::HUGEINT - ${a.sql})`);
      case 8:
        return range("u64", `bucket(${a.text})`, `(length(bin((${a.sql})::UBIGINT)) - 1)::HUGEINT`, 0n, 63n);
      case 9:
        return range("u64", `bin(${a.text}, ${step})`, `(${a.sql} // ${step} * ${step})`, 0n, a.high);
      case 10:
        return random.oneIn(2)
          ? range("u64", `page(${a.text})`, `(${a.sql} // 4096 * 4096)`, 0n, a.high)
          : range("u64", `bor(${a.text}, ${b.text})`, `(${a.sql} | ${b.sql})`, 0n, U64_MAX);
      case 11: {
        const small = this.#small(0xffff_ffffn, depth);
        const sql = `((${small.sql} + ${step - 1n}) // ${step} * ${step})`;
        return range("u64", `align(${small.text}, ${step})`, sql, 0n, small.high + step);
      }
      default: {
        const text = this.make("text", depth - 1);
        return range("u64", `len(${text.text})`, `length(${text.sql})::HUGEINT`, 0n, 100_000n);
      }
    }
  }

  /** Clamped between two values near it. */
  #clamped(a: Term): Term | undefined {
    const [one, other] = [this.near(a), this.near(a)];
    const [low, high] = one.low <= other.low ? [one, other] : [other, one];
    if (a.constant || commonType(a, one) !== a.type || commonType(a, other) !== a.type) return undefined;
    const sql =
      `(CASE WHEN ${a.sql} IS NULL THEN NULL ELSE least(greatest(${a.sql}, ${low.sql}), ${high.sql}) END)`;
    return range(a.type, `clamp(${a.text}, ${low.text}, ${high.text})`, sql, low.low, high.high);
  }

  /** Shifted by a constant, sometimes by all bits or more. */
  #shift(a: Term): Term {
    const by = this.random.oneIn(8) ? BigInt(60 + this.random.below(10)) : BigInt(this.random.below(20));
    if (this.random.oneIn(2) && a.high << by <= U64_MAX) {
      return range(
        "u64",
        binary("<<", a, wholeConstant(by)),
        `(${a.sql} * ${1n << by}::HUGEINT)`,
        a.low << by,
        a.high << by,
      );
    }
    return range(
      "u64",
      binary(">>", a, wholeConstant(by)),
      `(${a.sql} // ${1n << by}::HUGEINT)`,
      a.low >> by,
      a.high >> by,
    );
  }

  /** `a op b` if no result can overflow the type, and no operand has to be converted. */
  arithmetic(op: "+" | "-" | "*" | "/" | "%", a: Term, b: Term): Term | undefined {
    const type = commonType(a, b);
    if (type !== "u64" && type !== "i64") return undefined;
    if (!fitsInto(a, type) || !fitsInto(b, type) || (a.constant && b.constant)) return undefined;
    const bounds = boundsOf(op, a, b);
    if (!fitsInto(bounds, type)) return undefined;
    const sql = `(${a.sql} ${op === "/" ? "//" : op} ${b.sql})`;
    return range(type, binary(op, a, b), sql, bounds.low, bounds.high);
  }

  #signed(depth: number): Term {
    const { random } = this;
    const a = this.make("i64", depth - 1);
    const b = random.oneIn(2) ? this.make("i64", depth - 1) : this.#small(0xffff_ffffn, depth);
    const op = random.pick(["+", "-", "*", "/", "%"] as const);
    const [left, right] = random.oneIn(2) ? [a, b] : [b, a];
    if (random.oneIn(5) && !a.constant && a.low > -I64_MAX) {
      return random.oneIn(2)
        ? range("i64", signed("-", a), `(-${a.sql})`, -a.high, -a.low)
        : range("i64", `abs(${a.text})`, `abs(${a.sql})`, 0n, a.high > -a.low ? a.high : -a.low);
    }
    if (random.oneIn(6) && a.type === "i64" && !a.constant && a.low > -I64_MAX + 5000n) {
      const step = BigInt(1 + random.below(4000));
      const sql = `(${a.sql} - ((${a.sql} % ${step}) + ${step}) % ${step})`;
      return range("i64", `bin(${a.text}, ${step})`, sql, a.low - step, a.high);
    }
    if (random.oneIn(4)) {
      const [x, y] = random.oneIn(2)
        ? [left, right]
        : [this.make("u64", depth - 1), this.make("u64", depth - 1)];
      const bounds = boundsOf("-", x, y);
      const fits = bounds.low >= -I64_MAX && bounds.high <= I64_MAX && !(x.constant && y.constant);
      if (fits) {
        return range("i64", `delta(${x.text}, ${y.text})`, `(${x.sql} - ${y.sql})`, bounds.low, bounds.high);
      }
    }
    if (random.oneIn(6) && a.type === "i64") return this.#clamped(a) ?? a;
    const made = this.arithmetic(op, left, right);
    return made?.type === "i64" ? made : this.leaf("i64");
  }

  #double(depth: number): Term {
    const { random } = this;
    const number = (): Term =>
      asDouble(this.make(random.pick(["f64", "f64", "u64", "i64"] as const), depth - 1));
    const a = number();
    const b = number();
    const tame = a.reach < TAME && b.reach < TAME;
    if (!tame || (a.constant && b.constant)) return this.leaf("f64");
    // Two integers would stay integers without this.
    const left = binary("*", a, constantTerm("f64", 1));
    const op = random.pick(["+", "-", "*", "/"] as const);
    if (op !== "/") {
      const reach = op === "*" ? a.reach * b.reach : a.reach + b.reach;
      return term("f64", binary(op, left, b), `(${a.sql} ${op} ${b.sql})`, { reach });
    }
    if (random.oneIn(4)) {
      const digits = random.below(4);
      // Rounding fractions that end in .5 would depend on how a product is rounded.
      return term(
        "f64",
        `round(${inside(a, LEVEL.product)} * 1.0, ${digits})`,
        `round(${a.sql}, ${digits})`,
        {
          reach: a.reach + 1,
        },
      );
    }
    if (random.oneIn(6)) {
      return term("f64", `log2(${a.text})`, `(CASE WHEN ${a.sql} > 0 THEN log2(${a.sql}) END)`, {
        reach: 2000,
      });
    }
    const divisor = constantTerm("f64", random.pick([0, 0.5, 2, 3, -8, 1000]));
    const sql = `(${a.sql} / nullif(${divisor.sql}, 0))`;
    return term("f64", binary("/", left, divisor), sql, { reach: a.reach * 2 });
  }

  #time(depth: number): Term {
    const { random } = this;
    const a = this.make("time", depth - 1);
    const b = this.make("time", depth - 1);
    const scale = BigInt(1 + random.below(100));
    if (a.constant || b.constant) return this.leaf("time");
    const bounds = { low: a.low + b.low, high: a.high + b.high };
    switch (random.below(5)) {
      case 0:
        return fitsInto(bounds, "time")
          ? range("time", binary("+", a, b), `(${a.sql} + ${b.sql})`, bounds.low, bounds.high)
          : a;
      case 1:
        return range("time", binary("/", a, wholeConstant(scale)), `(${a.sql} // ${scale})`, 0n, a.high);
      case 2:
        return a.high * scale <= U64_MAX
          ? range("time", binary("*", a, wholeConstant(scale)), `(${a.sql} * ${scale})`, 0n, a.high * scale)
          : a;
      case 3:
        return range("time", binary("%", a, b), `(${a.sql} % ${b.sql})`, 0n, a.high);
      default:
        return range(
          "time",
          `bin(${a.text}, ${scale}us)`,
          `(${a.sql} // ${scale * 1000n} * ${scale * 1000n})`,
          0n,
          a.high,
        );
    }
  }

  #text(depth: number): Term {
    const { random } = this;
    const a = this.make("text", depth - 1);
    switch (random.below(13)) {
      case 8: {
        const [x, y] = [this.#short(depth), this.#short(depth)];
        const sql = `(${x.sql} || ':' || ${y.sql})`;
        return term("text", `concat(${x.text}, ":", ${y.text})`, sql);
      }
      case 9: {
        const { spec, text, sql } = this.#piece(depth);
        return term(
          "text",
          `format("<{${spec}}> {{{}", ${text}, ${a.text})`,
          `('<' || ${sql} || '> {' || ${a.sql})`,
        );
      }
      case 10: {
        const [pattern, group] = random.pick(EXTRACTED);
        const sql = `regexp_extract(${a.sql}, ${sqlString(pattern)}, ${group}, 's')`;
        return term(
          "text",
          `extract(${a.text}, /${pattern.replaceAll("/", "\\/")}/su, ${group})`,
          `(CASE WHEN regexp_matches(${a.sql}, ${sqlString(pattern)}, 's') THEN ${sql} END)`,
        );
      }
      case 11: {
        const separator = random.pick(["/", ".", "a", " ", "ma", "é"]);
        const nth = random.below(7) - 3;
        const place = nth < 0 ? nth : nth + 1;
        return term(
          "text",
          `split(${a.text}, ${JSON.stringify(separator)}, ${nth})`,
          `list_extract(string_split(${a.sql}, ${sqlString(separator)}), ${place})`,
        );
      }
      case 12: {
        const [pattern] = random.pick(EXTRACTED);
        const to = random.pick(["", "-", "é😀"]);
        return term(
          "text",
          `replace(${a.text}, /${pattern.replaceAll("/", "\\/")}/su, ${JSON.stringify(to)})`,
          `regexp_replace(${a.sql}, ${sqlString(pattern)}, ${sqlString(to)}, 'gs')`,
        );
      }
      case 0:
        return term("text", `lower(${a.text})`, `lower(${a.sql})`);
      case 1:
        return term("text", `upper(${a.text})`, `upper(${a.sql})`);
      case 2: {
        const [from, count] = [random.below(6), random.below(6)];
        return term(
          "text",
          `substr(${a.text}, ${from}, ${count})`,
          `substring(${a.sql}, ${from + 1}, ${count})`,
        );
      }
      case 3: {
        const back = 1 + random.below(5);
        return term("text", `substr(${a.text}, -${back})`, `right(${a.sql}, ${back})`);
      }
      case 4: {
        const [from, to] = [random.pick(WORDS.filter((word) => word !== "")), random.pick(WORDS)];
        const text = `replace(${a.text}, ${JSON.stringify(from)}, ${JSON.stringify(to)})`;
        return term("text", text, `replace(${a.sql}, ${sqlString(from)}, ${sqlString(to)})`);
      }
      case 5:
        return term("text", `base(${a.text})`, `last_part(regexp_replace(${a.sql}, '/+$', ''))`);
      case 6: {
        const sql =
          `CASE WHEN NOT contains(last_part(${a.sql}), '.') OR starts_with(last_part(${a.sql}), '.') AND ` +
          `NOT contains(substring(last_part(${a.sql}), 2), '.') THEN '' ` +
          `ELSE regexp_replace(last_part(${a.sql}), '^.*\\.', '', 's') END`;
        return term("text", `ext(${a.text})`, `(CASE WHEN ${a.sql} IS NULL THEN NULL ELSE ${sql} END)`);
      }
      default: {
        const number = this.make("u64", depth - 1);
        if (number.type !== "u64") return a;
        return term("text", `hex(${number.text})`, `('0x' || lower(hex((${number.sql})::UBIGINT)))`);
      }
    }
  }

  /** A value with its text. */
  #short(depth: number): { readonly text: string; readonly sql: string } {
    const made = this.make(
      this.random.pick(["u64", "i64", "text", "bool", "time", "f64"] as const),
      depth - 1,
    );
    if (made.type === "time") return { text: made.text, sql: `time_text(${made.sql})` };
    if (made.type !== "f64") return { text: made.text, sql: `(${made.sql})::VARCHAR` };
    // A calculated value may be so small that only the database writes it with an exponent.
    const { text, sql } = this.leaf("f64");
    return { text, sql: `fraction_text(${sql})` };
  }

  /** A value as a placeholder of a template. */
  #piece(depth: number): { readonly spec: string; readonly text: string; readonly sql: string } {
    const { random } = this;
    const width = 1 + random.below(24);
    const decimals = random.below(5);
    const exact = this.cols.filter((col) => col.type === "f64" && col.exact);
    const number = this.make(random.pick(["u64", "u64", "i64"] as const), depth - 1);
    const whole = number.type === "u64" ? "UBIGINT" : "BIGINT";
    const hex = `lower(hex(abs(${number.sql})::UBIGINT))`;
    const points = decimals === 0 ? "''" : `'.${"0".repeat(decimals)}'`;
    const fraction = exact.length === 0 ? undefined : columnTerm(random.pick(exact));
    // Halves are rounded away from zero, and values rounded to zero keep their sign.
    const rounded = fraction &&
      `signed_text((${fraction.sql}::DECIMAL(30, 6))::DECIMAL(30, ${decimals})::VARCHAR, ${fraction.sql} < 0)`;
    const short = this.#short(depth);
    const forms = [
      { spec: "", text: number.text, sql: `(${number.sql})::${whole}::VARCHAR`, right: true },
      { spec: "x", text: number.text, sql: `signed_text(${hex}, ${number.sql} < 0)`, right: true },
      {
        spec: `.${decimals}f`,
        text: number.text,
        sql: `((${number.sql})::${whole}::VARCHAR || ${points})`,
        right: true,
      },
      ...(fraction && rounded
        ? [{ spec: `.${decimals}f`, text: fraction.text, sql: rounded, right: true }]
        : []),
      { spec: "", ...short, right: null },
    ];
    const { spec, text, sql, right } = random.pick(forms);
    const room = `greatest(${width}, length(${sql}))::INT`;
    const sides = [
      { sign: "<", padded: `rpad(${sql}, ${room}, ' ')` },
      { sign: ">", padded: `lpad(${sql}, ${room}, ' ')` },
      ...(right === true ? [{ sign: "", padded: `lpad(${sql}, ${room}, ' ')` }] : []),
      ...(right === true ? [{ sign: "0", padded: `with_zeros(${sql}, ${width})` }] : []),
    ];
    const { sign, padded } = random.pick(sides);
    return random.oneIn(4)
      ? { spec: spec === "" ? "" : `:${spec}`, text, sql }
      : { spec: `:${sign}${width}${spec}`, text, sql: padded };
  }

  /** A random `if`, `coalesce`, `min` or `max`. */
  #choice(type: Type, depth: number): Term | undefined {
    const { random } = this;
    const a = this.make(type, depth - 1);
    const b = this.make(type, depth - 1);
    if (commonType(a, b) !== type || (a.constant && b.constant)) return undefined;
    const known = {
      low: a.low < b.low ? a.low : b.low,
      high: a.high > b.high ? a.high : b.high,
      reach: Math.max(a.reach, b.reach),
    };
    const { text, sql } = this.#condition();
    switch (random.below(3)) {
      case 0:
        return term(
          type,
          `if(${text}, ${a.text}, ${b.text})`,
          `(CASE WHEN ${sql} THEN ${a.sql} ELSE ${b.sql} END)`,
          known,
        );
      case 1:
        return term(type, `coalesce(${a.text}, ${b.text})`, `coalesce(${a.sql}, ${b.sql})`, known);
      default: {
        const name = random.pick(["min", "max"]);
        const best = `${name === "min" ? "least" : "greatest"}(${a.sql}, ${b.sql})`;
        const either = `(CASE WHEN ${a.sql} IS NULL OR ${b.sql} IS NULL THEN NULL ELSE ${best} END)`;
        return term(type, `${name}(${a.text}, ${b.text})`, either, known);
      }
    }
  }
}

function range(type: Type, written: string | Written, sql: string, low: bigint, high: bigint): Term {
  return term(type, written, sql, { low, high });
}

function boundsOf(op: "+" | "-" | "*" | "/" | "%", a: Term, b: Term): { low: bigint; high: bigint } {
  switch (op) {
    case "+":
      return { low: a.low + b.low, high: a.high + b.high };
    case "-":
      return { low: a.low - b.high, high: a.high - b.low };
    case "*": {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return corners.reduce(
        ({ low, high }, each) => ({ low: each < low ? each : low, high: each > high ? each : high }),
        { low: corners[0]!, high: corners[0]! },
      );
    }
    default: {
      const most = a.high > -a.low ? a.high : -a.low;
      return { low: a.low < 0n || b.low < 0n ? -most : 0n, high: most };
    }
  }
}

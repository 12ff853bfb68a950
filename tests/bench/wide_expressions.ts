/**
 * Random expressions of numbers, booleans, texts and times that mean the same in both languages and fit into 64 bits
 * for every row of a trace.
 * @module
 */

import type { Random } from "../support/random.ts";
import type { Leaves } from "./wide_shapes.ts";

/** A piece of a question, as a query and as SQL. */
export interface Both {
  readonly query: string;
  readonly sql: string;
}

/** Puts the same pieces into two templates; `$1` is the first. */
export function both(query: string, sql: string, ...pieces: readonly Both[]): Both {
  const put = (template: string, of: (piece: Both) => string): string =>
    template.replace(/\$(\d)/g, (_, nth: string) => of(pieces[Number(nth) - 1]!));
  return { query: put(query, (piece) => piece.query), sql: put(sql, (piece) => piece.sql) };
}

/** Makes expressions over the columns of a trace. */
export class WideExpressions {
  readonly #random: Random;
  readonly #leaves: Leaves;

  constructor(random: Random, leaves: Leaves) {
    [this.#random, this.#leaves] = [random, leaves];
  }

  /** A column of numbers. */
  column(): Both {
    return same(this.#random.pick(this.#leaves.numbers));
  }

  /** A column of texts. */
  textColumn(): Both {
    return same(this.#random.pick(this.#leaves.texts));
  }

  number(depth: number): Both {
    const random = this.#random;
    if (depth === 0) return this.column();
    const x = this.number(depth - 1);
    const by = same(String(random.pick([2, 3, 7, 16, 100, 1000])));
    switch (random.below(8)) {
      case 0:
        return both("($1 + $2)", "($1 + $2)", x, this.column());
      case 1:
        return both("($1 % $2)", "($1 % $2)", x, by);
      case 2:
        return both("($1 / $2)", "($1 // $2)", x, by);
      case 3:
        return both("($1 & 0xff0)", "($1 & 4080)", x);
      case 4: {
        const pieces = [this.truth(depth - 1), x, this.number(depth - 1)];
        return both("if($1, $2, $3)", "CASE WHEN $1 THEN $2 ELSE $3 END", ...pieces);
      }
      case 5:
        return both("len($1)", "length($1)", this.text(depth - 1));
      case 6:
        return both("coalesce($1, 7)", "coalesce($1, 7)", same(random.pick(this.#leaves.small)));
      default:
        return both("($1 % 65536 * $2)", "($1 % 65536 * $2)", x, by);
    }
  }

  truth(depth: number): Both {
    const random = this.#random;
    if (depth === 0) {
      const small = same(random.pick(this.#leaves.small));
      return random.pick([
        { query: "kind == alloc", sql: "kind = 'alloc'" },
        both("$1 > 100", "$1 > 100", small),
        both("$1 % 3 == 1", "$1 % 3 = 1", small),
        both("$1 is null", "$1 IS NULL", small),
      ]);
    }
    const one = this.#test(depth);
    if (random.oneIn(2)) return one;
    const word = random.pick(["and", "or"]);
    return both(`($1 ${word} $2)`, `($1 ${word} $2)`, one, this.truth(depth - 1));
  }

  #test(depth: number): Both {
    const random = this.#random;
    const word = random.pick(this.#leaves.words);
    switch (random.below(6)) {
      case 0:
        return both(`$1 contains "${word}"`, `contains($1, '${word}')`, this.textColumn());
      case 1:
        return both(`$1 ~ /${word}[a-z0-9]$/`, `regexp_matches($1, '${word}[a-z0-9]$')`, this.textColumn());
      case 2:
        return both("$1 % 10ms < 4ms", "$1 % 10000000 < 4000000", this.time(depth - 1));
      case 3:
        return both("$1 in 10..5000", "($1 >= 10 AND $1 < 5000)", this.number(depth - 1));
      default: {
        const fn = random.pick(["<", ">", "=="]);
        const pieces = [this.number(depth - 1), this.number(depth - 1)];
        return both(`$1 ${fn} $2`, `$1 ${fn === "==" ? "=" : fn} $2`, ...pieces);
      }
    }
  }

  text(depth: number): Both {
    const random = this.#random;
    if (depth === 0) return this.textColumn();
    const x = this.text(depth - 1);
    switch (random.below(7)) {
      case 0: {
        const [from, count] = [random.below(20), 1 + random.below(6)];
        return both(`substr($1, ${from}, ${count})`, `substr($1, ${from + 1}, ${count})`, x);
      }
      case 1:
        return both("upper($1)", "upper($1)", x);
      case 2:
        return both('replace($1, "e", "-")', "replace($1, 'e', '-')", x);
      case 3:
        return both('concat($1, ":", $2 % 10)', "($1 || ':' || $2 % 10)", x, this.column());
      case 4:
        return both('if($1, $2, "none")', "CASE WHEN $1 THEN $2 ELSE 'none' END", this.truth(depth - 1), x);
      case 5:
        return both("base($1)", "parse_filename($1)", this.textColumn());
      default:
        return both('coalesce($1, "?")', "coalesce($1, '?')", x);
    }
  }

  time(depth: number): Both {
    const random = this.#random;
    if (depth === 0) {
      const [query, sql] = random.pick(this.#leaves.times);
      return { query: `(${query})`, sql: `(${sql})` };
    }
    const x = this.time(depth - 1);
    switch (random.below(3)) {
      case 0:
        return both("bin($1, 5ms)", "($1 - $1 % 5000000)", x);
      case 1:
        return both("($1 % 1s)", "($1 % 1000000000)", x);
      default:
        return both("($1 + 7ms)", "($1 + 7000000)", x);
    }
  }
}

function same(text: string): Both {
  return { query: text, sql: text };
}

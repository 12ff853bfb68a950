/**
 * Functions of windows in SQL, by name.
 * @module
 */

import type { BoundWindow } from "../query/plan/window.ts";
import { addedUp, aggregateText, isOverWindows } from "./aggregates.ts";
import type { Expressions } from "./expressions.ts";

/** Where a call stands: `PARTITION BY … ORDER BY …`. */
export interface Place {
  /** With a blank at its end, or empty. */
  readonly partition: string;
  /** Keys of the order without the row itself; empty for none. */
  readonly order: readonly string[];
  /** All keys, the row included. */
  readonly whole: string;
}

const ALL = "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING";

/** The value of a call for each row. */
export function windowText(call: BoundWindow, place: Place, expressions: Expressions): string {
  const { dialect } = expressions.to;
  const { fn, aggregate, arg } = call;
  const over = (frame = ""): string =>
    `OVER (${place.partition}ORDER BY ${place.whole}${frame === "" ? "" : ` ${frame}`})`;
  const value = arg === null ? "" : expressions.value(arg);
  if (aggregate !== null && (fn === null || fn.name === "cumulative" || fn.name === "moving")) {
    const frame = fn === null
      ? ALL
      : fn.name === "cumulative"
      ? "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
      : `ROWS BETWEEN ${call.number - 1} PRECEDING AND CURRENT ROW`;
    return inFrame(call, over(frame), expressions);
  }
  switch (fn?.name) {
    case "lag":
    case "lead":
      return dialect.neighbour(fn.name, value, call.number, `${place.partition}ORDER BY ${place.whole}`);
    case "first":
    case "last":
      return dialect.valueOver(fn.name, value, over(ALL));
    case "row_number":
      return dialect.fitting(`(row_number() ${over()})`, "u64");
    case "rank":
      return dialect.fitting(`(rank() OVER (${place.partition}ORDER BY ${place.order.join(", ")}))`, "u64");
    case "share": {
      const sum = dialect.cast(`(${addedUp(value, arg!, expressions.to)} ${over(ALL)})`, "f64");
      return `(${dialect.cast(value, "f64")} / nullif(${sum}, 0))`;
    }
    default:
      return expressions.to.refuse(`${fn?.name}()`, "no engine has this function of windows", call.span);
  }
}

function inFrame({ aggregate, span }: BoundWindow, over: string, expressions: Expressions): string {
  if (isOverWindows(aggregate!)) return aggregateText(aggregate!, expressions, over);
  return expressions.to.refuse(
    `${aggregate!.fn.name}() over a window`,
    "engines lack it in the order of Quarry",
    span,
    "group first, and join the groups",
  );
}

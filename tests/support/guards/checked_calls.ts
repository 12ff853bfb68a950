/**
 * Looks at what kernels are called with. An engine takes a missing argument for 0, leaves out one too many, and cuts a
 * fraction, a size beyond 32 bits or no number at all to some 32 bits.
 * @module
 */

import { GuardError } from "../../../src/memory/guards.ts";

/** Kernels that refuse arguments of another number or type than they take. None of them takes a fraction. */
export function checkedCalls(kernels: WebAssembly.Exports): WebAssembly.Exports {
  return Object.fromEntries(
    Object.entries(kernels).map(([name, kernel]) => {
      if (typeof kernel !== "function") return [name, kernel];
      const checked = (...args: readonly unknown[]): unknown => {
        if (args.length !== kernel.length) {
          throw new GuardError(`${name}() takes ${kernel.length} arguments, not ${args.length}`);
        }
        for (const [at, arg] of args.entries()) {
          if (!fits(arg)) throw new GuardError(`Argument ${at + 1} of ${name}() is ${arg}`);
        }
        return kernel(...args);
      };
      return [name, checked];
    }),
  );
}

/** Whether a value is one of 32 bits, or a bigint of 64; which of them a kernel wants is seen to by the engine. */
function fits(arg: unknown): boolean {
  if (typeof arg === "bigint") return arg >= -(2n ** 63n) && arg < 2n ** 64n;
  return Number.isInteger(arg) && (arg as number) >= -(2 ** 31) && (arg as number) < 2 ** 32;
}

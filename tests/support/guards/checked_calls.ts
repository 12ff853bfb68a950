/**
 * Checks the arguments of kernels. An engine treats a missing argument as 0, ignores one too many, and truncates a
 * fraction, a size beyond 32 bits or a value that is not a number to 32 bits.
 * @module
 */

import { GuardError } from "../../../src/memory/guards.ts";

/** Kernels that refuse a wrong number or type of arguments. None of them takes a fraction. */
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

/** Whether a value fits into 32 bits, or is a 64-bit bigint; the engine checks which of them a kernel takes. */
function fits(arg: unknown): boolean {
  if (typeof arg === "bigint") return arg >= -(2n ** 63n) && arg < 2n ** 64n;
  return Number.isInteger(arg) && (arg as number) >= -(2 ** 31) && (arg as number) < 2 ** 32;
}

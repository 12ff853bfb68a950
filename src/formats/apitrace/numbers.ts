/**
 * Formats floating-point numbers as C's `%g` does.
 * @module
 */

/** Formats `value` with at most `digits` significant digits, omitting trailing zeros. */
export function formatG(value: number, digits: number): string {
  if (Number.isNaN(value)) return "nan";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return sign + "inf";
  if (magnitude === 0) return sign + "0";
  const [mantissa, power] = roundEven(magnitude, digits);
  const exponent = Number(power);
  const all = mantissa.replace(".", "");
  if (exponent < -4 || exponent >= digits) {
    const rest = stripZeros(all.slice(1));
    const size = Math.abs(exponent).toString().padStart(2, "0");
    return `${sign}${all[0]}${rest ? "." + rest : ""}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${stripZeros("0".repeat(-exponent - 1) + all)}`;
  const rest = stripZeros(all.slice(exponent + 1));
  return sign + all.slice(0, exponent + 1) + (rest ? "." + rest : "");
}

/**
 * Returns mantissa digits and exponent, rounding exact halves to even as C does; JavaScript rounds them up.
 */
function roundEven(magnitude: number, digits: number): [string, string] {
  const [mantissa = "0", power = "0"] = magnitude.toExponential(digits - 1).split("e");
  const exact = magnitude.toExponential(Math.min(100, digits + 60)).split("e")[0]!.replace(".", "");
  const tie = exact[digits] === "5" && /^50*$/.test(exact.slice(digits));
  const last = mantissa.charCodeAt(mantissa.length - 1) & 1;
  if (!tie || last === 0) return [mantissa, power];
  return [mantissa.slice(0, -1) + String(Number(mantissa.at(-1)) - 1), power];
}

function stripZeros(digits: string): string {
  return digits.replace(/0+$/, "");
}

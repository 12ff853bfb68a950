/**
 * A small curve in a cell: the number of rows in each step of the trace.
 * @module
 */

const NAMESPACE = "http://www.w3.org/2000/svg";
const WIDTH = 90;
const HEIGHT = 16;

/** Draws the curve, and describes where most of it is. */
export function sparkOf(values: readonly number[]): SVGElement {
  const most = values.reduce((max, value) => Math.max(max, value), 0);
  const peak = values.indexOf(most);
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("class", "spark");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `most in step ${peak + 1} of ${values.length}: ${most} rows`);
  const bar = WIDTH / Math.max(1, values.length);
  values.forEach((value, at) => {
    if (value === 0 || most === 0) return;
    const tall = Math.max(1, HEIGHT * value / most);
    const rect = document.createElementNS(NAMESPACE, "rect");
    rect.setAttribute("x", (at * bar).toFixed(2));
    rect.setAttribute("y", (HEIGHT - tall).toFixed(2));
    rect.setAttribute("width", Math.max(0.8, bar - 0.6).toFixed(2));
    rect.setAttribute("height", tall.toFixed(2));
    svg.append(rect);
  });
  return svg;
}

/**
 * Exports a part of the page as a picture: boxes, texts and drawings at their positions, as SVG or PNG.
 * @module
 */

import { color, recordDrawing } from "./dom.ts";
import { box, plainColor, SvgContext, svgText } from "./svg_context.ts";

/** Elements of the page that are left out of a picture. */
const NOT_DRAWN = "button, select, input, label, .tools, .query, .withmenu, .hidden, .offscreen";
const MARGIN = 8;

/** Returns the picture of an element as it is shown. */
export function svgOf(element: HTMLElement, title: string): string {
  const frame = element.getBoundingClientRect();
  const [width, height] = [Math.ceil(frame.width) + 2 * MARGIN, Math.ceil(frame.height) + 2 * MARGIN];
  const parts: string[] = [];
  draw(element, frame.left - MARGIN, frame.top - MARGIN, parts);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${svgText(title)}</title>
<rect width="${width}" height="${height}" fill="${plainColor(color("card"))}"/>
${parts.join("\n")}
</svg>
`;
}

function draw(element: HTMLElement, left: number, top: number, parts: string[]): void {
  if (element.matches(NOT_DRAWN)) return;
  const style = getComputedStyle(element);
  const { x, y, width, height } = element.getBoundingClientRect();
  if (style.display === "none" || style.visibility === "hidden") return;
  const place = box(x - left, y - top, width, height);
  if (element instanceof HTMLCanvasElement) {
    parts.push(`<svg ${place}>`, canvasParts(element, parts.length), "</svg>");
    return;
  }
  // The frame and the background of the whole element become those of the picture.
  const isWhole = parts.length === 0;
  const back = isWhole ? "#00000000" : plainColor(style.backgroundColor);
  const opacity = style.opacity === "1" ? "" : ` opacity="${style.opacity}"`;
  parts.push(/^#.{6}00$/.test(back) ? "" : `<rect ${place} fill="${back}"${opacity}/>`);
  const edge = isWhole ? 0 : parseFloat(style.borderRightWidth);
  if (edge > 0 && width > edge) {
    const line = box(x + width - edge - left, y - top, edge, height);
    parts.push(`<rect ${line} fill="${plainColor(style.borderRightColor)}"/>`);
  }
  mark(element, x - left, y + height / 2 - top, parts);
  // Content that is clipped by a box is not in its picture either.
  const isClipped = style.overflowX !== "visible";
  if (isClipped) parts.push(`<svg ${place}>`);
  const [inLeft, inTop] = isClipped ? [x, y] : [left, top];
  for (const child of element.childNodes) {
    if (child instanceof HTMLElement) draw(child, inLeft, inTop, parts);
    else if (child instanceof Text) text(child, style, inLeft, inTop, parts);
  }
  if (isClipped) parts.push("</svg>");
}

/** Draws the colour in front of a legend entry. */
function mark(element: HTMLElement, x: number, middle: number, parts: string[]): void {
  const style = getComputedStyle(element, "::before");
  const width = parseFloat(style.width);
  if (style.content === "none" || !(width > 0)) return;
  const height = parseFloat(style.height);
  const edge = parseFloat(style.borderTopWidth);
  const fill = plainColor(edge > 0 ? style.borderTopColor : style.backgroundColor);
  const dashes = edge > 0 ? [0, 1, 2].map((at) => [x + at * width / 3, width / 5]) : [[x, width]];
  for (const [from, length] of dashes) {
    const thick = edge || height;
    parts.push(`<rect ${box(from!, middle - thick / 2, length!, thick)} fill="${fill}"/>`);
  }
}

/** Draws a text, with its lines at their positions. */
function text(node: Text, style: CSSStyleDeclaration, left: number, top: number, parts: string[]): void {
  const font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  for (const { words, line } of linesOf(node)) {
    parts.push(
      `<text x="${Math.round(line.x - left)}" y="${Math.round(line.y + line.height / 2 - top)}" ` +
        `dominant-baseline="central" style="font: ${svgText(font)}" fill="${plainColor(style.color)}">` +
        `${svgText(words)}</text>`,
    );
  }
}

/** Returns the lines into which a text is broken, with their positions. */
function linesOf(node: Text): { readonly words: string; readonly line: DOMRect }[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const found: { words: string; line: DOMRect }[] = [];
  const add = (words: string, line: DOMRect | undefined): void => {
    const last = found.at(-1);
    if (!line) return;
    if (last && Math.abs(last.line.y - line.y) < 1) last.words += words;
    else found.push({ words, line });
  };
  const lines = range.getClientRects();
  if (lines.length < 2) add(node.data, lines[0]);
  for (let at = 0; lines.length > 1 && at < node.length; at++) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    add(node.data[at]!, range.getClientRects()[0]);
  }
  return found.map(({ words, line }) => ({ words: words.replace(/\s+/g, " ").trim(), line }))
    .filter(({ words }) => words !== "");
}

function canvasParts(canvas: HTMLCanvasElement, number: number): string {
  const context = new SvgContext(`clip${number}`);
  if (recordDrawing(canvas, context as unknown as CanvasRenderingContext2D)) return context.end();
  const { width, height } = canvas.getBoundingClientRect();
  return `<image ${box(0, 0, width, height)} href="${canvas.toDataURL()}"/>`;
}

/** Renders a picture in pixels, at twice the resolution of a standard screen. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("The picture is too large")))
  );
}

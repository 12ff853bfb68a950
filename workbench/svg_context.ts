/**
 * Records drawing operations as SVG elements: the part of a canvas context that the drawings of the page use.
 * @module
 */

/** Escapes a text for SVG. */
export function svgText(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "�").replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const BASELINES: Readonly<Record<string, string>> = {
  middle: "central",
  top: "hanging",
  bottom: "text-after-edge",
};
const ANCHORS: Readonly<Record<string, string>> = { center: "middle", right: "end", end: "end" };

let dot: CanvasRenderingContext2D | null = null;
const plainColors = new Map<string, string>();

/** Converts a colour to a form that every program knows; the browser evaluates computed ones. */
export function plainColor(color: string): string {
  const known = plainColors.get(color);
  if (known !== undefined) return known;
  dot ??= new OffscreenCanvas(1, 1).getContext("2d", {
    willReadFrequently: true,
  }) as unknown as CanvasRenderingContext2D;
  dot.clearRect(0, 0, 1, 1);
  dot.fillStyle = color;
  dot.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = dot.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((part) => part!.toString(16).padStart(2, "0")).join("");
  const plain = alpha === 255 ? `#${hex}` : `#${hex}${alpha!.toString(16).padStart(2, "0")}`;
  plainColors.set(color, plain);
  return plain;
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Records drawing operations. */
export class SvgContext {
  readonly parts: string[] = [];
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign = "start";
  textBaseline = "alphabetic";
  readonly #name: string;
  #path = "";
  #dash: readonly number[] = [];
  #clips = 0;
  readonly #saved: { readonly open: number; readonly style: readonly [string, string, number, number] }[] =
    [];
  #open = 0;

  /** The name distinguishes its clip paths from those of other drawings in the same picture. */
  constructor(name: string) {
    this.#name = name;
  }

  beginPath(): void {
    this.#path = "";
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${short(x)} ${short(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${short(x)} ${short(y)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }

  stroke(): void {
    this.parts.push(`<path d="${this.#path}" fill="none" ${this.#stroke()}/>`);
  }

  fill(): void {
    this.parts.push(`<path d="${this.#path}" ${this.#fill()}/>`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.parts.push(`<rect ${box(x, y, width, height)} ${this.#fill()}/>`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.parts.push(`<rect ${box(x, y, width, height)} fill="none" ${this.#stroke()}/>`);
  }

  fillText(text: string, x: number, y: number): void {
    const anchor = ANCHORS[this.textAlign];
    const baseline = BASELINES[this.textBaseline];
    this.parts.push(
      `<text x="${short(x)}" y="${short(y)}" style="font: ${svgText(this.font)}" ${this.#fill()}` +
        (anchor ? ` text-anchor="${anchor}"` : "") + (baseline ? ` dominant-baseline="${baseline}"` : "") +
        `>${svgText(text)}</text>`,
    );
  }

  save(): void {
    this.#saved.push({
      open: this.#open,
      style: [this.fillStyle, this.strokeStyle, this.lineWidth, this.globalAlpha],
    });
    this.#open = 0;
  }

  restore(): void {
    this.#close();
    const before = this.#saved.pop();
    if (!before) return;
    this.#open = before.open;
    [this.fillStyle, this.strokeStyle, this.lineWidth, this.globalAlpha] = before.style;
  }

  clip(): void {
    const id = `${this.#name}-${++this.#clips}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.#path}"/></clipPath><g clip-path="url(#${id})">`);
    this.#open++;
  }

  /** Returns everything that was drawn. */
  end(): string {
    while (this.#saved.length > 0) this.restore();
    this.#close();
    return this.parts.join("\n");
  }

  #close(): void {
    this.parts.push("</g>".repeat(this.#open));
    this.#open = 0;
  }

  #fill(): string {
    return `fill="${plainColor(this.fillStyle)}"${this.#alpha()}`;
  }

  #stroke(): string {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(" ")}"` : "";
    return `stroke="${plainColor(this.strokeStyle)}" stroke-width="${this.lineWidth}"${dash}${this.#alpha()}`;
  }

  #alpha(): string {
    return this.globalAlpha === 1 ? "" : ` opacity="${this.globalAlpha}"`;
  }
}

/** Formats position and size as attributes. */
export function box(x: number, y: number, width: number, height: number): string {
  const [left, top] = [Math.min(x, x + width), Math.min(y, y + height)];
  return `x="${short(left)}" y="${short(top)}" width="${short(Math.abs(width))}" height="${
    short(Math.abs(height))
  }"`;
}

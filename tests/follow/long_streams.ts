/**
 * Long streams of apitrace: calls of several threads, some of them open for long, that create, fill and delete objects.
 */
import { MadeStream } from "../formats/apitrace/made_stream.ts";
import type { Random } from "../support/random.ts";

/** Functions with the names of their arguments. */
const FUNCTIONS = {
  glXMakeCurrent: ["dpy", "drawable", "ctx"],
  glXSwapBuffers: ["dpy", "drawable"],
  glGenBuffers: ["n", "buffer"],
  glDeleteBuffers: ["n", "buffer"],
  glBindBuffer: ["target", "buffer"],
  glBufferData: ["target", "size", "data", "usage"],
  glMapBufferRange: ["target", "offset", "length", "access"],
  glUnmapBuffer: ["target"],
  glDrawArrays: ["mode", "first", "count"],
  glFinish: [],
  malloc: ["size"],
  realloc: ["ptr", "size"],
  free: ["ptr"],
} as const;
type Name = keyof typeof FUNCTIONS;
const NAMES = Object.keys(FUNCTIONS) as Name[];
const ARRAY_BUFFER = 0x8892;
const CALLS = 90_000;
const THREADS = 3;

/** A call whose leave event is not written yet. */
interface OpenCall {
  readonly no: number;
  readonly leave: () => void;
}

/** Writes calls, and keeps what they refer to. */
class Writer {
  readonly out: MadeStream;
  readonly #random: Random;
  readonly #open: OpenCall[] = [];
  readonly #blocks: bigint[] = [];
  readonly #hasBacktraces: boolean;
  #buffers = 0;
  #next = 0x1000n;

  constructor(random: Random) {
    this.#random = random;
    this.out = new MadeStream(6, 5, [["process.name", "/usr/bin/app"]]);
    this.#hasBacktraces = random.oneIn(2);
  }

  /** Enters a call, which returns at once, after others or never. */
  call(): void {
    const { out } = this;
    const random = this.#random;
    const name = random.pick(NAMES);
    const no = out.enter(NAMES.indexOf(name), name, FUNCTIONS[name], random.below(THREADS));
    if (this.#hasBacktraces && random.oneIn(3)) {
      const id = random.below(50);
      out.backtrace([[id, [[1, "/usr/bin/app"], [2, `f${id}`], [3, "/src/app.c"], [4, id]]]]);
    }
    const returns = this.#arguments(name);
    out.end();
    const leave = (): void => {
      out.leave(no);
      returns();
      out.end();
    };
    if (!random.oneIn(10)) leave();
    else if (!random.oneIn(500)) this.#open.push({ no, leave });
    if (this.#open.length > random.below(6)) this.#leaveOne();
  }

  #leaveOne(): void {
    const [call] = this.#open.splice(this.#random.below(this.#open.length), 1);
    call?.leave();
  }

  /** Writes the arguments of a call; the returned function writes the values that are known when it returns. */
  #arguments(name: Name): () => void {
    const random = this.#random;
    switch (name) {
      case "glXMakeCurrent":
        return this.#values(1n, 2n, BigInt(random.below(3)));
      case "glGenBuffers": {
        const count = 1 + random.below(3);
        this.#values(BigInt(count));
        return () => {
          this.out.arg(1);
          this.out.array(count);
          for (let at = 0; at < count; at++) this.out.int(++this.#buffers);
        };
      }
      case "glDeleteBuffers":
        this.#values(1n);
        this.out.arg(1);
        this.out.array(1);
        this.out.int(1 + random.below(this.#buffers + 1));
        return () => {};
      case "glBindBuffer":
        return this.#values(BigInt(ARRAY_BUFFER), BigInt(random.below(this.#buffers + 1)));
      case "glBufferData": {
        const bytes = random.below(random.oneIn(2000) ? 200_000 : 60);
        this.#values(BigInt(ARRAY_BUFFER), BigInt(bytes));
        this.out.arg(2);
        this.out.blob(new Uint8Array(bytes));
        return () => {};
      }
      case "glMapBufferRange":
        this.#values(BigInt(ARRAY_BUFFER), 0n, 64n, 1n);
        return () => this.#returnBlock(false);
      case "malloc":
        this.#values(BigInt(random.below(9999)));
        return () => this.#returnBlock(true);
      case "realloc":
        this.#values(this.#block(), BigInt(random.below(9999)));
        return () => this.#returnBlock(true);
      case "free":
        return this.#values(this.#block());
      default:
        return this.#values(...FUNCTIONS[name].map(() => BigInt(random.below(1000))));
    }
  }

  #values(...values: bigint[]): () => void {
    values.forEach((value, at) => {
      this.out.arg(at);
      this.out.int(value);
    });
    return () => {};
  }

  #block(): bigint {
    return this.#blocks.length === 0 ? 0n : this.#random.pick(this.#blocks);
  }

  #returnBlock(isKept: boolean): void {
    this.#next += 64n;
    if (isKept && this.#blocks.length < 500) this.#blocks.push(this.#next);
    this.out.ret();
    this.out.pointer(this.#next);
  }
}

/** A stream of calls. */
export function apitraceStream(random: Random, calls = CALLS): Uint8Array {
  const writer = new Writer(random);
  for (let call = 0; call < calls; call++) writer.call();
  return writer.out.take();
}

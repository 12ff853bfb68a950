/**
 * `apitrace info`: describes a file as JSON.
 * @module
 */

import { sourceOf } from "../../bytes/byte_source.ts";
import { ByteWindow } from "../../bytes/byte_window.ts";
import { unwrap } from "../../containers/unwrap.ts";
import { StringPool } from "../../events/string_pool.ts";
import { ApiGuess } from "../../formats/apitrace/classes.ts";
import { apitrace } from "../../formats/apitrace/mod.ts";
import { readHeader } from "../../formats/apitrace/header.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import { StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { Arena } from "../../memory/arena.ts";
import type { CompatHost } from "../stand_in.ts";
import { containerType, MeasuredSource } from "./file_size.ts";
import { requireFiles, type TraceCommand } from "./command.ts";
import { checkVersion, openOrThrow, StreamError, throwIfFailed } from "./stream.ts";

interface FrameInfo {
  readonly first: number;
  readonly last: number;
  readonly calls: number;
  readonly bytes: number;
}

/** Prints an object for each given file. */
export const info: TraceCommand = {
  name: "info",
  operands: "FILE...",
  options: [{ name: "dump-frames", summary: "also the calls and bytes of each frame" }],
  async run({ options, files }, host) {
    requireFiles("info", files);
    for (const file of files) await host.writeOut(await describeFile(file, host, options.length > 0));
    return 0;
  },
};

async function describeFile(file: string, host: CompatHost, withFrames: boolean): Promise<string> {
  if (!host.openRaw) throw new StreamError("error: files cannot be opened here");
  const raw = new MeasuredSource(await openOrThrow(() => host.openRaw!(file), file));
  const inside = await unwrap(raw, (head) => apitrace.sniff(head));
  const arena = new Arena();
  const window = new ByteWindow(inside.source ?? sourceOf(new Uint8Array(0)), arena);
  const frames: FrameInfo[] = [];
  let frameStart = 0;
  try {
    await window.more();
    checkVersion(window);
    const header = await readHeader(window);
    const kernel: StreamKernel = new StreamKernel({
      arena,
      strings: new StringPool(),
      version: header.version,
      mode: S.MODE_COUNT,
    }, {
      frame: () => {
        const end = kernel.getLong(S.FRAME_END);
        frames.push({
          first: kernel.get(S.FRAME_FIRST),
          last: kernel.get(S.FRAME_LAST),
          calls: kernel.get(S.FRAME_CALLS),
          bytes: end - frameStart,
        });
        frameStart = end;
      },
    });
    const guess = new ApiGuess();
    try {
      const end = await kernel.run(window);
      throwIfFailed(end, kernel);
      await kernel.completeOpen();
      for (const { name } of kernel.signatures.functions) guess.see(name);
    } finally {
      kernel.close();
    }
    await raw.drain();
    const table = raw.seekTableBytes;
    return render({
      file,
      version: header.semantic,
      type: containerType(inside.containers[0], table > 0),
      api: guess.name,
      streamBytes: window.base + window.end,
      fileBytes: raw.bytes - (inside.containers[0] === "zstd" ? table : 0),
      frames,
      withFrames,
    });
  } finally {
    window.close();
  }
}

interface FileInfo {
  readonly file: string;
  readonly version: number;
  readonly type: string;
  readonly api: string;
  readonly streamBytes: number;
  readonly fileBytes: number;
  readonly frames: readonly FrameInfo[];
  readonly withFrames: boolean;
}

function render(file: FileInfo): string {
  const lines = [
    `  "FileName": ${JSON.stringify(file.file)},`,
    `  "ContainerVersion": ${file.version},`,
    `  "ContainerType": "${file.type}",`,
    `  "API": "${file.api}",`,
    `  "FramesCount": ${file.frames.length},`,
    `  "ActualDataSize": ${file.streamBytes},`,
    `  "ContainerSize": ${file.fileBytes}${file.withFrames ? "," : ""}`,
  ];
  if (file.withFrames) {
    const frames = file.frames.map(({ first, last, calls, bytes }) =>
      `    "FirstCallId": ${first},\n    "LastCallId": ${last},\n    "TotalCalls": ${calls},\n    "SizeInBytes": ${bytes}\n`
    );
    // If there are no frames, the original prints one empty frame.
    lines.push(`  "Frames": [{\n${frames.join("  }, {\n")}  }]`);
  }
  return `{\n${lines.join("\n")}\n}\n`;
}

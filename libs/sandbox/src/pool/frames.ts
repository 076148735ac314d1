import { createRequire } from 'node:module';

interface Frames {
  encodeFrame(header: object, payload: string): Buffer;
  createFrameReader(
    maxBytes: number,
    onFrame: (header: unknown, payload: string) => void,
    onBroken: (problem: Error) => void,
  ): (chunk: Buffer) => void;
}

/** The wire format, shared with the child, which is plain JavaScript so that it starts without a build. */
export const { encodeFrame, createFrameReader } = createRequire(__filename)('../child/frames.cjs') as Frames;

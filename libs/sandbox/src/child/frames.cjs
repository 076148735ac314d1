'use strict';
// The wire between pool and child: four bytes of length, one line of JSON, and a payload that is not parsed on the way.

/**
 * @param {object} header
 * @param {string} payload
 */
function encodeFrame(header, payload) {
  const body = Buffer.from(`${JSON.stringify(header)}\n${payload}`, 'utf8');
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

/**
 * Collects chunks into frames.
 * @param {number} maxBytes
 * @param {(header: any, payload: string) => void} onFrame
 * @param {(problem: Error) => void} onBroken
 */
function createFrameReader(maxBytes, onFrame, onBroken) {
  /** @type {Buffer[]} */
  let chunks = [];
  let size = 0;

  const take = () => {
    const all = chunks.length === 1 ? /** @type {Buffer} */ (chunks[0]) : Buffer.concat(chunks);
    chunks = [all];
    const length = all.readUInt32BE(0);
    if (length > maxBytes) throw new Error(`a frame of ${length} bytes`);
    if (size < length + 4) return false;
    const body = all.subarray(4, 4 + length);
    const lineEnd = body.indexOf(10);
    if (lineEnd < 0) throw new Error('a frame without header');
    chunks = [all.subarray(4 + length)];
    size -= 4 + length;
    onFrame(JSON.parse(body.toString('utf8', 0, lineEnd)), body.toString('utf8', lineEnd + 1));
    return true;
  };

  /** @param {Buffer} chunk */
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    try {
      while (size >= 4 && take());
    } catch (error) {
      onBroken(error instanceof Error ? error : new Error('unreadable frame'));
    }
  };
}

module.exports = { encodeFrame, createFrameReader };

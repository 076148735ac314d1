const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
};

function* features(text: string): Generator<[string, number]> {
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    const isUnspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word);
    const size = isUnspaced ? 2 : 3;
    yield [`word ${word}`, isUnspaced ? 0.2 : 1];
    for (let at = 0; at + size <= word.length; at += 1)
      yield [`part ${word.slice(at, at + size)}`, isUnspaced ? 1 : 0.3];
  }
}

/** A vector of length 1 made of hashed words and word parts: texts that share words lie close, others do not. */
export function embedText(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [feature, weight] of features(text)) {
    const hash = fnv1a(feature);
    const at = (hash >>> 1) % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight);
  }
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}

'use strict';
// Stands in for the process of the local model. Vectors tell about their making: [process, number of the text, length].
let made = 0;

/** @param {string} text */
const vectorOf = (text) =>
  text === 'foreign' ? null : Float32Array.of(process.pid, (made += 1), text.length);

process.on('message', (/** @type {{ id: number, texts: string[] }} */ { id, texts }) => {
  if (texts.includes('die')) process.kill(process.pid, 'SIGKILL');
  if (texts.includes('hang')) return;
  if (texts.includes('fail')) process.send?.({ id, problem: 'out of luck' });
  else process.send?.({ id, vectors: texts.map(vectorOf) });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

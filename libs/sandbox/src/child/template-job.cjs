'use strict';
const { BoxStopped, canDispose } = require('./box.cjs');

/** @typedef {import('./box-host.cjs').BoxHost} Host */
/** @typedef {import('./run-job.cjs').Ending} Ending */
/** @typedef {{ kind: string, source: string, limits: { timeoutMs: number, memoryMb: number } }} TemplateJob */

/**
 * @param {string} state What the guest's entry says.
 * @returns {Ending}
 */
function endingOf(state) {
  const payload = state.slice(1);
  if (state.startsWith('R')) return { outcome: { ok: true }, payload, isSpent: false };
  if (!state.startsWith('E')) throw new BoxStopped('timeout');
  const { code, ...details } = JSON.parse(payload);
  return { outcome: { ok: false, code, details }, payload: '', isSpent: false };
}

/**
 * Renders a template, or evaluates an expression, in a box of its own: a template can change its interpreter.
 * @param {Host} host
 * @param {TemplateJob} job
 * @param {string} input
 * @returns {Promise<Ending>}
 */
async function runTemplate(host, job, input) {
  const box = host.boxes.take('template', job.limits.memoryMb);
  await box.run([job.kind, job.source, input], job.limits.timeoutMs);
  const ending = endingOf(await box.read('state'));
  if (!canDispose(box)) ending.isSpent = true;
  return ending;
}

/**
 * Parses a template or an expression; nothing of it runs, so the box stays unused.
 * @param {Host} host
 * @param {TemplateJob} job
 * @returns {Promise<Ending>}
 */
async function checkTemplate(host, job) {
  const box = host.boxes.peek('template');
  await box.run([job.kind, job.source], job.limits.timeoutMs);
  return endingOf(await box.read('state'));
}

module.exports = { checkTemplate, runTemplate };

'use strict';
/** @typedef {import('./guest-source.cjs').BoxKind} BoxKind */
/** @typedef {import('./box.cjs').Box} Box */

/** Keeps one unused box per kind, made while nobody waits: making one costs more than a small job. */
class Boxes {
  /**
   * @param {import('./box.cjs').BoxMaker} maker
   * @param {number} memoryMb Heap of the boxes that are made ahead.
   */
  constructor(maker, memoryMb) {
    this.maker = maker;
    /**
     * QuickJS takes long to read the template engine, so the first template pays for it there.
     * @type {Set<BoxKind>}
     */
    this.kept = new Set(maker.name === 'quickjs' ? ['code'] : ['code', 'template']);
    this.memoryMb = memoryMb;
    /** @type {Map<BoxKind, Box>} */
    this.spares = new Map();
  }

  /**
   * A box that has run nothing; it belongs to the caller.
   * @param {BoxKind} kind
   * @param {number} memoryMb
   * @returns {Box}
   */
  take(kind, memoryMb) {
    this.kept.add(kind);
    const spare = this.spares.get(kind);
    if (spare === undefined || memoryMb !== this.memoryMb) return this.maker.open(kind, memoryMb);
    this.spares.delete(kind);
    return spare;
  }

  /**
   * A box to parse in; parsing runs nothing, so the box stays unused.
   * @param {BoxKind} kind
   * @returns {Box}
   */
  peek(kind) {
    this.warm(kind);
    return /** @type {Box} */ (this.spares.get(kind));
  }

  /** Replaces what has been taken; a kind that nobody has asked for yet is left until it is cheap. */
  replenish() {
    for (const kind of this.kept) this.warm(kind);
  }

  /** @param {BoxKind} kind */
  warm(kind) {
    if (!this.spares.has(kind)) this.spares.set(kind, this.maker.open(kind, this.memoryMb));
  }
}

module.exports = { Boxes };

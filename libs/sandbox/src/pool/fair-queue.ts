/** Items waiting in turn by owner: each owner's are in order, and owners take turns. */
export class FairQueue<Item> {
  private readonly byOwner = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(owner: string): number {
    return this.byOwner.get(owner)?.length ?? 0;
  }

  push(owner: string, item: Item): void {
    const items = this.byOwner.get(owner);
    if (items === undefined) this.byOwner.set(owner, [item]);
    else items.push(item);
    this.count += 1;
  }

  /** Takes the first item of the owner whose turn it is, passing over owners that may not run now. */
  take(mayRun: (owner: string) => boolean): Item | undefined {
    for (const [owner, items] of this.byOwner) {
      if (!mayRun(owner)) continue;
      const item = items.shift();
      this.count -= 1;
      this.byOwner.delete(owner);
      if (items.length > 0) this.byOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** How many items could run now if there were room. */
  eligible(roomOf: (owner: string) => number): number {
    let sum = 0;
    for (const [owner, items] of this.byOwner) sum += Math.min(items.length, Math.max(0, roomOf(owner)));
    return sum;
  }

  remove(owner: string, item: Item): boolean {
    const items = this.byOwner.get(owner);
    const index = items?.indexOf(item) ?? -1;
    if (items === undefined || index < 0) return false;
    items.splice(index, 1);
    this.count -= 1;
    if (items.length === 0) this.byOwner.delete(owner);
    return true;
  }

  /** Empties the queue and returns what was in it. */
  drain(): Item[] {
    const all = [...this.byOwner.values()].flat();
    this.byOwner.clear();
    this.count = 0;
    return all;
  }
}

import type { Locator, Page } from 'playwright-core';

/** What a person does in the editor, by the words on the screen. */
export class Editor {
  constructor(private readonly page: Page) {}

  /** The card of a node on the canvas. */
  card(title: string): Locator {
    return this.page.locator('.vue-flow__node').filter({ has: this.page.getByText(title, { exact: true }) });
  }

  /** The panel of the selected node. */
  panel(title: string): Locator {
    return this.page.getByRole('complementary').getByRole('region', { name: title, exact: true });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  /** Puts the first node on an empty canvas. */
  async addFirst(type: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add a node' }).first().click();
    await this.choose(type);
  }

  /** Goes on from the node in the panel, through its first way out or another. */
  async addNext(type: string, way = 0): Promise<void> {
    await this.page.getByRole('button', { name: 'Add next step' }).nth(way).click();
    await this.choose(type);
  }

  /** Selects a node, wherever on the canvas it is. */
  async select(title: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Show everything' }).click();
    await this.card(title).click();
    await this.panel(title).waitFor();
  }

  /** Picks an entry of a drop-down. */
  async pick(list: string, entry: string): Promise<void> {
    await this.page.getByRole('combobox', { name: list, exact: true }).click();
    await this.page.getByRole('option', { name: entry, exact: true }).click();
  }

  /** Drags an edge by mouse from a node's way out to another node. */
  async connect(source: string, target: string): Promise<void> {
    const from = await middleOf(this.page.locator(`.vue-flow__handle.source[data-nodeid="${source}"]`));
    const to = await middleOf(this.page.locator(`.vue-flow__handle.target[data-nodeid="${target}"]`));
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
    await this.page.mouse.move(to.x, to.y, { steps: 8 });
    await this.page.mouse.up();
    await this.page.getByRole('group', { name: `${source} → ${target}` }).waitFor({ state: 'attached' });
  }

  /** Waits until the draft is stored. */
  async untilSaved(): Promise<void> {
    await this.page
      .getByRole('status')
      .filter({ hasText: /\bSaved\b/ })
      .waitFor();
  }

  private async choose(type: string): Promise<void> {
    const palette = this.page.getByRole('dialog', { name: 'Add a node' });
    await palette.getByRole('option', { name: new RegExp(`^${type}\\b`) }).click();
    await palette.waitFor({ state: 'hidden' });
    await this.panel(type).waitFor();
  }
}

async function middleOf(handle: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await handle.boundingBox();
  if (!box) throw new Error('A handle is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from './product';

/** Pictures go here; HEDDLE_SCREENSHOTS=docs/screenshots renews those of the documents. */
const FOLDER = join(ROOT, process.env['HEDDLE_SCREENSHOTS'] ?? '.cache/screenshots');

/** Keeps a picture of the page as it stands. */
export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}

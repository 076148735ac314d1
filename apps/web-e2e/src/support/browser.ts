import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** How a person has set their browser up. */
export interface Visitor {
  readonly locale?: 'en-US' | 'zh-CN';
  readonly colorScheme?: 'light' | 'dark';
}

/** Starts Debian's Chromium with a fresh profile. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['HEDDLE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  });

/** A page together with everything that went wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors and error lines of the console, oldest first. */
  readonly problems: readonly string[];
}

/** Opens a page for a visitor and listens for errors from the first moment. */
export async function openPage(browser: Browser, url: string, visitor: Visitor = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: url,
    locale: visitor.locale ?? 'en-US',
    colorScheme: visitor.colorScheme ?? 'light',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  return { page, context, problems };
}

'use strict';
const { parseHTML } = require('linkedom');
const { Readability } = require('@mozilla/readability');
const TurndownService = require('turndown');

/** @typedef {ReturnType<typeof parseHTML>['document']} Page */

/** Articles shorter than this are rather a mistake of the reader: the whole page is taken then. */
const SHORTEST_ARTICLE = 200;
const NOISE =
  'script,style,noscript,template,iframe,svg,canvas,form,nav,aside,footer,[hidden],[aria-hidden="true"]';
const MAX_LINKS = 5_000;

/**
 * @param {string} address
 * @param {string | undefined} base
 */
function absolute(address, base) {
  try {
    const url = new URL(address, base);
    return /^https?:$/.test(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}

/**
 * Makes links lead where they lead on the page, and takes away those that lead nowhere.
 * @param {Page} document
 * @param {string | undefined} url
 */
function completeLinks(document, url) {
  const base = absolute(document.querySelector('base')?.getAttribute('href') ?? '', url) || url;
  for (const link of [...document.querySelectorAll('a[href],img[src]')].slice(0, MAX_LINKS)) {
    const name = link.hasAttribute('href') ? 'href' : 'src';
    const address = absolute(link.getAttribute(name) ?? '', base);
    if (address === '') link.removeAttribute(name);
    else link.setAttribute(name, address);
  }
}

/** @param {Page} document */
const descriptionOf = (document) =>
  document
    .querySelector('meta[name="description"],meta[property="og:description"]')
    ?.getAttribute('content') ?? '';

/** @param {string} text */
const tidied = (text) =>
  text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * The words of a page as Markdown, with its title, description and language.
 * @param {string} html
 * @param {string | undefined} url Where the page is from; its links are completed by it.
 */
function readHtml(html, url) {
  const { document } = parseHTML(/<(?:html|body)\b/i.test(html) ? html : `<html><body>${html}</body></html>`);
  completeLinks(document, url);
  const facts = {
    title: tidied(document.title ?? ''),
    description: tidied(descriptionOf(document)),
    language: document.documentElement?.getAttribute('lang') ?? '',
  };
  for (const element of document.querySelectorAll(NOISE)) element.remove();
  const markdown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  // Readability takes the document apart.
  const whole = document.body.cloneNode(true);
  const article = new Readability(document, { maxElemsToParse: 50_000 }).parse();
  const content = (article?.length ?? 0) >= SHORTEST_ARTICLE ? article?.content : undefined;
  const node = content ? parseHTML(`<html><body>${content}</body></html>`).document.body : whole;
  return { ...facts, title: article?.title?.trim() || facts.title, text: tidied(markdown.turndown(node)) };
}

module.exports = { readHtml };

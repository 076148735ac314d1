import { isJsonObject, type JsonObject } from '@heddle/model';
import { z } from 'zod';
import { mediaTypeOf, statusFailure, textOf, toolRequest } from '../http-text';
import { toolErrors } from '../tool-errors';
import { defineBuiltin, type ToolMeans } from './builtin-tool';

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const TEXT = /^(?:text\/|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|javascript)$)/;

async function pageOf(html: string, url: string, { sandbox, signal }: ToolMeans): Promise<JsonObject> {
  const { value } = await sandbox.run({ kind: 'document', format: 'html', text: html, url }, signal);
  return isJsonObject(value) ? value : {};
}

/** Reads a page of the web. */
export const webPage = defineBuiltin({
  name: 'web_page',
  title: { en: 'Web page', zh: '网页阅读' },
  description: {
    en: 'Reads a web page and gives its main text as Markdown.',
    zh: '读取网页，并以 Markdown 返回正文。',
  },
  arguments: z.strictObject({
    url: z.string().max(4_000).describe('Address of the page, beginning with http:// or https://'),
    max_characters: z.int().min(100).max(200_000).default(20_000).describe('Where the text is cut'),
  }),
  async run({ url, max_characters: limit }, means) {
    const accept = [['accept', 'text/html,text/plain;q=0.9,*/*;q=0.5']] as const;
    const response = await means.http.request(
      toolRequest({ method: 'GET', url, headers: accept }),
      means.signal,
    );
    if (response.status >= 400) throw statusFailure('web_page', response, '');
    const type = mediaTypeOf(response);
    if (type !== '' && !TEXT.test(type)) {
      throw toolErrors.TOOL_FAILED({
        tool: 'web_page',
        reason: `the address holds ${type}, which is no text`,
      });
    }
    const raw = textOf(response);
    const isHtml = HTML.test(type) || (type === '' && /<html/i.test(raw));
    const page = isHtml ? await pageOf(raw, response.url, means) : { text: raw };
    const text = typeof page['text'] === 'string' ? page['text'] : '';
    const facts = { ...page, url: response.url, text: text.slice(0, limit), is_cut: text.length > limit };
    const title = typeof page['title'] === 'string' && page['title'] !== '' ? `# ${page['title']}\n\n` : '';
    return { json: facts, text: title + facts.text };
  },
});

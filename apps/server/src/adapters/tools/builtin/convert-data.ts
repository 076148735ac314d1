import { z } from 'zod';
import { defineBuiltin } from './builtin-tool';

const FORMATS = ['json', 'yaml', 'csv'] as const;

/** Turns one notation of data into another. */
export const convertData = defineBuiltin({
  name: 'convert_data',
  title: { en: 'Convert data', zh: '数据格式转换' },
  description: {
    en: 'Converts data between JSON, YAML and CSV.',
    zh: '在 JSON、YAML 与 CSV 之间转换数据。',
  },
  arguments: z.strictObject({
    text: z.string().max(5_000_000).describe('The data as text'),
    from: z.enum(FORMATS).describe('The format of the text'),
    to: z.enum(FORMATS).describe('The format wanted'),
    has_header: z.boolean().default(true).describe('For CSV: whether the first row names the columns'),
  }),
  async run({ text, from, to, has_header: hasHeader }, { sandbox, signal }) {
    const job = { kind: 'document', format: from, text, hasHeader } as const;
    if (to === 'json') {
      const { value } = await sandbox.run(job, signal);
      return { json: value, text: JSON.stringify(value, null, 2) };
    }
    const { value } = await sandbox.run({ ...job, to }, signal);
    return { text: String(value) };
  },
});

import { defineNode, field, finding, parseTemplate } from '@heddle/model';
import { z } from 'zod';
import { renderMarkdown } from './render-markdown';

const configSchema = z.object({
  text: field(z.string(), {
    title: 'Answer',
    title_zh: '回复内容',
    help: 'Text with {{ references }}. It streams while the nodes before it still write.',
    help_zh: '可包含 {{ 引用 }} 的文本，上游节点还在输出时即可流式返回。',
    control: 'template',
  }),
});

/** See the definition of `answer`. */
export type AnswerConfig = z.infer<typeof configSchema>;

/** Says something in a conversation. */
export const answer = defineNode({
  type: 'answer',
  kind: 'response',
  effect: 'none',
  category: 'io',
  modes: ['chatflow'],
  icon: 'message-circle',
  title: { en: 'Answer', zh: '直接回复' },
  description: { en: 'Says something to the user.', zh: '向用户回复内容。' },
  config: configSchema,
  initialConfig: { text: '' },
  outputs: () => [
    { name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } },
    { name: 'files', type: 'array[file]', title: { en: 'Files', zh: '文件' } },
  ],
  response: ({ text }) => parseTemplate(text),
  renderResponse: renderMarkdown,
  check: ({ text }) =>
    text.trim() === '' ? [finding({ en: 'The answer is empty.', zh: '回复内容为空。' }, 'text')] : [],
  summary: ({ text }) => text.split('\n', 1)[0] ?? '',
});

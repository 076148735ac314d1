import { defineExecutor } from '@heddle/engine';
import { parseTemplate } from '@heddle/model';
import { filesIn } from '../fields/file-value';
import { renderMarkdown } from './render-markdown';
import { answer } from './schema';

export default defineExecutor(answer, {
  needs: [],
  run(config, { variables }) {
    const parts = parseTemplate(config.text).map((part) =>
      part.kind === 'text' ? part.text : variables.lookup(part.path),
    );
    const values = parts.filter((part) => typeof part !== 'string');
    const text = parts.map(renderMarkdown).join('');
    return { outputs: { text, files: values.flatMap(filesIn) }, inputs: { text } };
  },
});

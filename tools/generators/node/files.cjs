/** The files of a new node type, each a text made of the answers that the generator was given. */

/** A text as a literal, in the quotes that the formatter prefers. */
const quote = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`);

const schema = ({
  type,
  identifier,
  category,
  title,
  titleZh,
}) => `import { defineNode, field } from '@heddle/model';
import { z } from 'zod';

const configSchema = z.object({
  text: field(z.string().default(''), {
    title: 'Text',
    title_zh: '文本',
    control: 'template',
  }),
});

/** ${title.replaceAll('*/', '')}. */
export const ${identifier} = defineNode({
  type: '${type}',
  kind: 'action',
  effect: 'none',
  category: '${category}',
  icon: 'box',
  title: { en: ${quote(title)}, zh: ${quote(titleZh)} },
  description: { en: ${quote(`${title}.`)}, zh: ${quote(`${titleZh}。`)} },
  config: configSchema,
  initialConfig: { text: '' },
  outputs: () => [{ name: 'text', type: 'string', title: { en: 'Text', zh: '文本' } }],
  summary: ({ text }) => text.split('\\n', 1)[0] ?? '',
});
`;

const executor = ({ identifier }) => `import { defineExecutor } from '@heddle/engine';
import { ${identifier} } from './schema';

export default defineExecutor(${identifier}, {
  needs: [],
  run(config, { variables }) {
    const text = variables.text(config.text);
    return { outputs: { text }, inputs: { text } };
  },
});
`;

const spec = ({ type, identifier }) => `import { describeNodeContract, runNode } from '@heddle/testing';
import executor from './executor';
import { ${identifier} } from './schema';

const variables = { start: { name: 'Ada' } };

describeNodeContract(${identifier}, executor, {
  folder: __dirname,
  samples: [{ config: { text: 'Hi {{ start.name }}' }, variables, isRun: true }],
});

describe('${type}', () => {
  it('fills the references of its text', async () => {
    const run = await runNode(executor, { text: 'Hi {{ start.name }}' }, { variables });
    expect(run.outputs).toEqual({ text: 'Hi Ada' });
  });
});
`;

const readme = ({ type, title }) => `# ${title}

Passes a text on with its references filled.

## Inputs

- \`text\`: a text with \`{{ references }}\`

## Outputs

- \`text\`: the filled text

## Errors

- \`VARIABLE_UNKNOWN\`: a reference names something that does not exist

## Example

\`\`\`yaml
type: ${type}
config:
  text: 'Hello {{ trigger.name }}'
\`\`\`
`;

/** Texts by file name. */
exports.files = (node) => ({
  'schema.ts': schema(node),
  'executor.ts': executor(node),
  [`${node.folder}.spec.ts`]: spec(node),
  'README.md': readme(node),
});

import { basename } from 'node:path';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|mjs|cjs|d\.ts)$/;
const PASCAL = /^[A-Z][A-Za-z0-9]*\.vue$/;
const DUMPS = /^(utils?|helpers?|common|misc|types|shared)\.(ts|mjs|cjs)$/;

/** Lint rule: kebab-case files, PascalCase components, and no name that says nothing. */
export const fileName = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      shape: '{{name}}: files are kebab-case, components PascalCase.',
      dump: '{{name}} says nothing: name the idea the file holds.',
    },
  },
  create(context) {
    return {
      Program(node) {
        const name = basename(context.filename);
        const pattern = name.endsWith('.vue') ? PASCAL : KEBAB;
        if (!pattern.test(name))
          context.report({ node, loc: { line: 1, column: 0 }, messageId: 'shape', data: { name } });
        if (DUMPS.test(name))
          context.report({ node, loc: { line: 1, column: 0 }, messageId: 'dump', data: { name } });
      },
    };
  },
};

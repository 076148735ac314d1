import { relative, sep } from 'node:path';
import { importVerdict } from './import-verdict.mjs';

const isTypeOnly = (node) =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  node.type === 'TSImportType' ||
  (node.type === 'ImportDeclaration' &&
    node.specifiers.length > 0 &&
    node.specifiers.every((specifier) => specifier.importKind === 'type'));

const textOf = (node) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** Lint rule: every import obeys the table of tools/boundaries.mjs. */
export const boundaries = {
  meta: { type: 'problem', schema: [], messages: { refused: '{{why}}.' } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node, source) => {
      const specifier = textOf(source);
      if (specifier === undefined) return;
      const why = importVerdict({ root: context.cwd, file, specifier, isTypeOnly: isTypeOnly(node) });
      if (why) context.report({ node: source, messageId: 'refused', data: { why } });
    };
    const checkRequire = (node) => {
      const callee = node.callee;
      const isRequire =
        (callee.type === 'Identifier' && callee.name === 'require') ||
        (callee.type === 'MemberExpression' && callee.object.name === 'require');
      if (isRequire) check(node, node.arguments[0]);
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal),
      TSExternalModuleReference: (node) => check(node, node.expression),
      CallExpression: checkRequire,
    };
  },
};

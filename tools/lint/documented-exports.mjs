const hasName = (declaration) => declaration.id?.name ?? declaration.declarations?.[0]?.id.name ?? 'export';

/** Overloads and re-exports are documented where the first one, or the original, stands. */
function isOverload(node) {
  const body = node.parent.body;
  const previous = body[body.indexOf(node) - 1];
  const declared = previous?.declaration;
  return declared?.type === 'TSDeclareFunction' && declared.id?.name === node.declaration.id?.name;
}

/** Lint rule: every export says in one sentence what it is for. */
export const documentedExports = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Say in one sentence (/** … */) what {{name}} is for.' },
  },
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration || isOverload(node)) return;
        const first = node.declaration.decorators?.[0] ?? node;
        const before = [
          ...context.sourceCode.getCommentsBefore(node),
          ...context.sourceCode.getCommentsBefore(first),
        ];
        const isDocumented = before.some(
          (comment) => comment.type === 'Block' && comment.value.startsWith('*'),
        );
        if (!isDocumented) {
          context.report({
            node: node.declaration,
            messageId: 'missing',
            data: { name: hasName(node.declaration) },
          });
        }
      },
    };
  },
};

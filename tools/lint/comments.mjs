const DISABLE = /^\s*eslint-(disable|enable)/;
const REASON = /\s--\s+\S.{4,}/;
const DEBT = /\b(TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))/;

/** Lint rule: a suppression says why on its line, and debts name the issue that pays them. */
export const comments = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      reason: 'Say why this rule does not hold here: `eslint-disable-… rule -- reason`.',
      debt: 'Name the issue: `TODO(#123)`.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const isUnexplained = /^\s*eslint-disable/.test(comment.value) && !REASON.test(comment.value);
          if (isUnexplained) context.report({ loc: comment.loc, messageId: 'reason' });
          if (!DISABLE.test(comment.value) && DEBT.test(comment.value)) {
            context.report({ loc: comment.loc, messageId: 'debt' });
          }
        }
      },
    };
  },
};

import { FLOW_ISSUE_CODES, finding } from '@heddle/model';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasText, loadMessages, setLocale } from '@/app/i18n/i18n';
import { describeIssue } from './describe-issue';

describe('describeIssue', () => {
  beforeAll(() => loadMessages(['editor']));
  afterEach(() => setLocale('en'));

  it('says what a node has found in the language of the reader', async () => {
    const issue = finding({ en: 'Choose a flow.', zh: '请选择一个工作流。' }, 'flow_id');
    expect(describeIssue(issue)).toBe('Choose a flow.');
    await setLocale('zh-CN');
    expect(describeIssue(issue)).toBe('请选择一个工作流。');
  });

  it('puts what an interpreter says under a heading', async () => {
    await setLocale('zh-CN');
    expect(describeIssue({ code: 'CODE_SYNTAX', message: 'line 2: unexpected token' })).toBe(
      '代码存在语法错误：line 2: unexpected token',
    );
  });

  it.each(['en', 'zh-CN'] as const)(
    'has words for every finding of the static checks in %s',
    async (locale) => {
      await setLocale(locale);
      expect(FLOW_ISSUE_CODES.filter((code) => !hasText(`editor.issues.${code}`))).toEqual([]);
    },
  );
});

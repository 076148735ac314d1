import { emptyDocument } from '@heddle/model';
import { describe, expect, it } from 'vitest';
import { ABANDONED_AFTER_MS, recoverableEntry, type JournalEntry } from './draft-journal';

const entry = (tabId: string, at: number): JournalEntry => ({
  flowId: 'f',
  tabId,
  baseHash: 'h',
  definition: emptyDocument(),
  at,
});
const now = 1_000_000;

describe('recoverable drafts', () => {
  it('offers this tab its own work at once', () => {
    expect(recoverableEntry([entry('me', now - 1)], { tabId: 'me', now })?.tabId).toBe('me');
  });

  it('leaves the work of a tab that is still open alone, and takes over what a crashed one left', () => {
    expect(recoverableEntry([entry('other', now - 100)], { tabId: 'me', now })).toBeNull();
    const left = entry('other', now - ABANDONED_AFTER_MS - 1);
    expect(recoverableEntry([left], { tabId: 'me', now })).toBe(left);
  });

  it('prefers the newest', () => {
    const found = recoverableEntry([entry('me', now - 90), entry('me', now - 10)], { tabId: 'me', now });
    expect(found?.at).toBe(now - 10);
  });
});

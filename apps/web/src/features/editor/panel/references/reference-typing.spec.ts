import { describe, expect, it } from 'vitest';
import { insertReference, markReferences, openReferenceAt } from './reference-typing';

describe('typing a reference', () => {
  it('begins with two braces and ends with them', () => {
    expect(openReferenceAt('Hello {{', 8)).toEqual({ start: 6, query: '' });
    expect(openReferenceAt('Hello {{ llm.te', 15)).toEqual({ start: 6, query: 'llm.te' });
    expect(openReferenceAt('Hello {{ llm.text }} you', 24)).toBeNull();
    expect(openReferenceAt('a { b', 5)).toBeNull();
    expect(openReferenceAt('{{ one\ntwo', 10)).toBeNull();
  });

  it('is completed where it was begun, closing braces included', () => {
    expect(insertReference({ text: 'Say {{ l', caret: 8 }, 'llm.text')).toEqual({
      text: 'Say {{ llm.text }}',
      caret: 18,
    });
    expect(insertReference({ text: 'Say {{}} now', caret: 6 }, 'llm.text').text).toBe(
      'Say {{ llm.text }} now',
    );
  });

  it('is put at the caret when none was begun', () => {
    expect(insertReference({ text: 'ab', caret: 1 }, 'x.y')).toEqual({ text: 'a{{ x.y }}b', caret: 10 });
  });
});

describe('marking references', () => {
  const known = new Set(['llm.text']);

  it('tells known from unknown ones and keeps every character', () => {
    const text = 'A {{llm.text[0].x}} B {{ gone.text }}';
    const pieces = markReferences(text, known);
    expect(pieces.map(({ mark }) => mark)).toEqual(['none', 'known', 'none', 'unknown']);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  it('accepts names that the node fills in itself', () => {
    expect(markReferences('{{ context }}', known)[0]?.mark).toBe('unknown');
    expect(markReferences('{{ context }}', known, ['context'])[0]?.mark).toBe('known');
  });
});

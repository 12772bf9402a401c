import { expect, it } from 'vitest';
import { phoneWord, searchWords, wordsSought } from '../../../../src/main/db/search-words.ts';

it('folds diacritics and letters without a decomposition', () => {
  expect(searchWords(['Zoë Weiß', null, 'Łódź 4', 7, '', 'Yıldız'])).toBe(' zoe weiss lodz 4 yildiz');
  expect(wordsSought('WEISS, Zoe')).toEqual(['weiss', 'zoe']);
});

it('indexes a grouped number as one word as well as by its groups', () => {
  expect(phoneWord('+49 (0)40 123-45')).toBe('4904012345');
  expect(wordsSought('+49 40 123')).toEqual(['4940123']);
  expect(wordsSought('Quay 4')).toEqual(['quay', '4']);
});

it('has no words for punctuation alone', () => {
  expect(wordsSought('% _ "*')).toEqual([]);
});

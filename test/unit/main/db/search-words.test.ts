import { expect, it } from 'vitest';
import { phoneWord, searchWords, wordsSought } from '../../../../src/main/db/search-words.ts';

it('folds marks and letters that have none', () => {
  expect(searchWords(['Zoë Weiß', null, 'Łódź 4', 7, '', 'Yıldız'])).toBe(' zoe weiss lodz 4 yildiz');
  expect(wordsSought('WEISS, Zoe')).toEqual(['weiss', 'zoe']);
});

it('takes a number in groups for one word, as it is kept beside its groups', () => {
  expect(phoneWord('+49 (0)40 123-45')).toBe('4904012345');
  expect(wordsSought('+49 40 123')).toEqual(['4940123']);
  expect(wordsSought('Quay 4')).toEqual(['quay', '4']);
});

it('finds nothing to look for in signs alone', () => {
  expect(wordsSought('% _ "*')).toEqual([]);
});

/** The search index: finds documents by filter and keyword, sorts them and cuts pages. */
import { NumberColumn, TextColumn } from './columns.ts';
import type { SearchDocument } from './document.ts';
import { filterFields, type FilterField, type SortField } from './filter/fields.ts';
import { matcherOf, type Columns, type Matcher } from './filter/match.ts';
import type { Expression } from './filter/parse.ts';
import { KeywordIndex } from './keywords.ts';
import { SortedList } from './sorted-list.ts';

export interface SearchQuery {
  filter?: Expression | undefined;
  keyword?: string | undefined;
  /** Default: by relevance with a keyword, otherwise by id. */
  sort?: { field: SortField; descending: boolean } | undefined;
  /** The maximum number of hits. */
  size: number;
  /** The key of the last hit of the previous page; null on the first page. */
  after: string | null;
}

export interface SearchPage<Hit> {
  hits: Hit[];
  /** Key of the last hit if more follow. */
  next: string | null;
}

interface Found {
  place: number;
  /** Lower ranks come first. NaN represents null, which comes last. */
  rank: number;
}

interface Entry<Hit> {
  document: SearchDocument;
  hit: Hit;
}

/** Whether a rank comes before another one. Nulls are last in both directions. */
const ranksBefore = (one: number, other: number) => one < other || (Number.isNaN(other) && !Number.isNaN(one));

const fieldNames = Object.keys(filterFields) as FilterField[];
const isTextField = (field: FilterField) => filterFields[field] === 'text' || filterFields[field] === 'texts';

export class SearchIndex<Hit> implements Columns {
  readonly #entries: (Entry<Hit> | undefined)[] = [];
  readonly #places = new Map<string, number>();
  readonly #free: number[] = [];
  /** Places sorted by id. */
  readonly #byId = new SortedList<number>((place) => this.#idAt(place));
  readonly #numbers = new Map<FilterField, NumberColumn>();
  readonly #texts = new Map<FilterField, TextColumn>();
  readonly #customProperties: ReadonlyMap<string, TextColumn>;
  readonly #keywords = new KeywordIndex();

  /** @param customPropertyIds ids of the team's custom stop properties */
  constructor(customPropertyIds: Iterable<string>) {
    for (const field of fieldNames) {
      if (isTextField(field)) this.#texts.set(field, new TextColumn());
      else this.#numbers.set(field, new NumberColumn());
    }
    this.#customProperties = new Map(Array.from(customPropertyIds, (id) => [id, new TextColumn()]));
  }

  numbers(field: FilterField): NumberColumn {
    return this.#numbers.get(field) ?? new NumberColumn();
  }

  texts(field: FilterField): TextColumn {
    return this.#texts.get(field) ?? new TextColumn();
  }

  customProperty(id: string): TextColumn {
    return this.#customProperties.get(id) ?? new TextColumn();
  }

  /** Adds or replaces a document. @param hit the result that a search returns for it */
  put(document: SearchDocument, hit: Hit): void {
    const known = this.#places.get(document.id);
    const place = known ?? this.#free.pop() ?? this.#entries.length;
    const before = known === undefined ? undefined : this.#entries[known];
    this.#entries[place] = { document, hit };
    this.#fill(place, document);
    this.#keywords.replace(place, before?.document.words, document.words);
    if (known !== undefined) return;
    this.#places.set(document.id, place);
    this.#byId.add(place);
  }

  /** Removes a document, if it exists. */
  remove(id: string): void {
    const place = this.#places.get(id);
    const entry = place === undefined ? undefined : this.#entries[place];
    if (place === undefined || !entry) return;
    this.#byId.remove(id);
    this.#keywords.replace(place, entry.document.words, undefined);
    this.#fill(place, undefined);
    this.#entries[place] = undefined;
    this.#places.delete(id);
    this.#free.push(place);
  }

  /** One page of the documents that match the filter and keyword; without either, of all documents. */
  search(query: SearchQuery): SearchPage<Hit> {
    const { filter, keyword, size, after } = query;
    const matches: Matcher = filter ? matcherOf(this, filter) : () => true;
    const scores = keyword === undefined ? undefined : this.#keywords.scores(keyword, this.#entries.length);
    const rankOf = this.#ranking(query.sort, scores);
    const from = after === null ? undefined : this.#parseKey(after);

    // One hit more than requested shows whether there is another page.
    const best: Found[] = [];
    const places = this.#byId.items();
    // In id order, the start of the page is known; in other orders, it may be anywhere.
    for (let at = rankOf === noRank && from ? this.#byId.placeOf(from.id) : 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      if (scores && scores[place] === 0) continue;
      const rank = rankOf(place);
      const worst = best.length > size ? best.at(-1) : undefined;
      // Later documents have greater ids, so they come after those of equal rank.
      if (worst && !ranksBefore(rank, worst.rank)) {
        if (rankOf === noRank) break;
        continue;
      }
      if (from && !this.#comesAfter(place, rank, from)) continue;
      if (!matches(place)) continue;
      insert(best, { place, rank });
      if (best.length > size + 1) best.pop();
    }
    const page = best.slice(0, size);
    const last = page.at(-1);
    return {
      hits: page.flatMap(({ place }) => this.#entries[place]?.hit ?? []),
      next: last && best.length > size ? this.#keyOf(last) : null,
    };
  }

  #ranking(sort: SearchQuery['sort'], scores: Uint16Array | undefined): (place: number) => number {
    if (sort) {
      const column = this.numbers(sort.field);
      return sort.descending ? (place) => -column.at(place) : (place) => column.at(place);
    }
    return scores ? (place) => -(scores[place] ?? 0) : noRank;
  }

  #fill(place: number, document: SearchDocument | undefined): void {
    for (const [field, column] of this.#numbers) {
      const value = document?.fields[field] ?? null;
      column.set(place, typeof value === 'number' || typeof value === 'boolean' ? value : null);
    }
    for (const [field, column] of this.#texts) {
      const value = document?.fields[field] ?? null;
      column.set(place, typeof value === 'number' || typeof value === 'boolean' ? null : value);
    }
    for (const [id, column] of this.#customProperties) column.set(place, document?.customProperties[id] ?? null);
  }

  #idAt(place: number): string {
    return this.#entries[place]?.document.id ?? '';
  }

  #keyOf({ place, rank }: Found): string {
    return `${Number.isNaN(rank) ? 'null' : String(rank)} ${this.#idAt(place)}`;
  }

  #parseKey(key: string): { rank: number; id: string } {
    const [rank = '', id = ''] = key.split(' ');
    return { rank: rank === 'null' ? NaN : Number(rank), id };
  }

  #comesAfter(place: number, rank: number, from: { rank: number; id: string }): boolean {
    if (ranksBefore(from.rank, rank)) return true;
    return !ranksBefore(rank, from.rank) && this.#idAt(place) > from.id;
  }
}

const noRank = () => 0;

/** Inserts a hit after all that do not rank behind it. */
function insert(best: Found[], found: Found): void {
  let at = best.length;
  while (at > 0) {
    const other = best[at - 1];
    if (other === undefined || !ranksBefore(found.rank, other.rank)) break;
    at -= 1;
  }
  best.splice(at, 0, found);
}

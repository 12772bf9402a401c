/** The widths of one table's columns while it is open. */
import { rememberWidth, widthsOf } from '../lib/table-settings.svelte.ts';
import { cellsOf, grown, tracksOf } from './column-tracks.ts';
import type { Column } from './table.ts';

type Widths = readonly Pick<Column<never>, 'id' | 'width'>[];

export class TableWidths {
  /** The widest content seen, by column. */
  private needed = $state.raw<Readonly<Record<string, number>>>({});
  private dragging = $state.raw<{ column: string; width: number } | null>(null);
  private readonly name: () => string | undefined;
  private readonly dragged = $derived.by(() => {
    const name = this.name();
    const remembered = name === undefined ? {} : widthsOf(name);
    return this.dragging === null ? remembered : { ...remembered, [this.dragging.column]: this.dragging.width };
  });

  /** @param name the table's name in the settings; undefined: widths are not remembered */
  constructor(name: () => string | undefined) {
    this.name = name;
  }

  /** @returns a value for `grid-template-columns` */
  tracks(columns: Widths, hasMarks: boolean): string {
    return [...(hasMarks ? ['28px'] : []), ...tracksOf(columns, this.needed, this.dragged)].join(' ');
  }

  /** Makes room for the content that is drawn. */
  fit(columns: Widths, table: HTMLElement): void {
    this.needed = grown(this.needed, columns, cellsOf(table));
  }

  drag(column: string, width: number): void {
    this.dragging = { column, width };
  }

  /** @param width in CSS pixels; null: the app chooses it again */
  choose(column: string, width: number | null): void {
    const name = this.name();
    if (name !== undefined) void rememberWidth(name, column, width);
    this.dragging = null;
  }
}

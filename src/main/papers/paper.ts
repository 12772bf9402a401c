/** Renders a plan's documents as HTML for A4. The PDF renderer knows nothing about plans. */
import { t } from '../../messages/index.ts';
import { locale } from '../../messages/locale.ts';
import type { PaperKind } from '../../shared/papers.ts';
import type { PlanRow } from '../../shared/plans.ts';
import type { StopDetail, StopResult } from '../../shared/stops.ts';
import { aheadOf, computerZone, minutesText, wallClock, zonePlace } from '../../shared/zones.ts';
import { html, type Markup } from './markup.ts';
import { isStop, packagesOf, type Part } from './parts.ts';
import { notesOf, placeOf, resultOf, timesOf } from './stop-lines.ts';
import { style } from './style.ts';

export interface PaperFacts {
  kind: PaperKind;
  plan: Pick<PlanRow, 'title' | 'starts' | 'depotName'>;
  /** Each part starts on a new page. */
  parts: readonly Part[];
  /** When the stops were last read, milliseconds since the epoch; null: never. */
  asOf: number | null;
  /** The zone of the plan's depot, in which all times are printed. */
  zone: string;
}

const dayFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const shortDayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `16 Jun, 00:30`: with the day even if it is today, because a document is also read on the days after. */
function momentText(at: number, zone: string): string {
  const { day, minutes } = wallClock(at, zone);
  return `${shortDayFormat.format(new Date(`${day}T00:00:00Z`))}, ${minutesText(minutes)}`;
}

const lines = (texts: readonly string[]): Markup[] => texts.map((text) => html`<div>${text}</div>`);

const names = {
  'driver-sheet': 'papers.driverSheet',
  'loading-list': 'papers.loadingList',
  'day-report': 'papers.dayReport',
} as const;

/** The document's displayed name. */
export const paperName = (kind: PaperKind): string => t(names[kind]);

const who = ({ name, driverId }: Part): string => (driverId === 'none' ? t('papers.noDriver') : (name ?? driverId));

/** Packages of a pickup are not at the depot, where the list is used. */
const isLoaded = (line: StopDetail): boolean => isStop(line) && line.row.activity !== 'pickup';

/** Only the stops that the document lists: the sums are compared with what stands at the depot. */
function counts(kind: PaperKind, part: Part): string {
  const listed = part.lines.filter(kind === 'loading-list' ? isLoaded : isStop);
  const packages = packagesOf(listed);
  const stops = t('papers.stops', { count: listed.length });
  return packages > 0 ? `${stops} · ${t('papers.packages', { count: packages })}` : stops;
}

/** Where the times are from, if this computer's clock shows others on the plan's day. */
function timesIn({ plan, zone }: PaperFacts): string | null {
  const isUsual = plan.starts === null || aheadOf({ zone, day: plan.starts }, computerZone()) === 0;
  return isUsual ? null : t('papers.timesIn', { place: zonePlace(zone) });
}

function head(facts: PaperFacts, part: Part): Markup {
  const { kind, plan, asOf, zone } = facts;
  const day = plan.starts === null ? t('papers.noDay') : dayFormat.format(new Date(`${plan.starts}T00:00:00Z`));
  const read = asOf === null ? t('papers.asOfNever') : t('papers.asOf', { moment: momentText(asOf, zone) });
  return html`<header>
    <h1>${paperName(kind)} <span>${who(part)}</span></h1>
    <p>${[plan.title, day, plan.depotName].filter(Boolean).join(' · ')}</p>
    <p class="quiet">${[counts(kind, part), read, timesIn(facts)].filter(Boolean).join(' · ')}</p>
  </header>`;
}

function table(columns: readonly (readonly [className: string, name: string])[], rows: readonly Markup[]): Markup {
  return html`<table>
    <thead>
      <tr>
        ${columns.map(([className, name]) => html`<th class="${className}">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function recipient({ row }: StopDetail): Markup {
  return html`<strong>${row.recipientName ?? t('papers.noRecipient')}</strong>
    <div>${row.address}</div>
    ${row.phone === null ? null : html`<div>${row.phone}</div>`}`;
}

const number = ({ row }: StopDetail) => html`<td class="number">${row.position}</td>`;

function driverSheet(part: Part, zone: string): Markup {
  const row = (line: StopDetail) =>
    isStop(line)
      ? html`<tr class="signed">
          ${number(line)}
          <td class="time">${lines(timesOf(line, zone))}</td>
          <td>${recipient(line)}</td>
          <td class="number">${line.row.packageCount}</td>
          <td class="notes">${lines(notesOf(line))}</td>
          <td class="signature"></td>
        </tr>`
      : html`<tr class="end">
          <td></td>
          <td class="time">${lines(timesOf(line, zone))}</td>
          <td colspan="4">
            ${t(line.row.type === 'start' ? 'papers.routeStart' : 'papers.routeEnd')}: ${line.row.address}
          </td>
        </tr>`;
  const columns = [
    ['number', t('papers.columnNumber')],
    ['time', t('papers.columnTime')],
    ['', t('papers.columnRecipient')],
    ['number', t('papers.columnPackages')],
    ['notes', t('papers.columnNotes')],
    ['signature', t('papers.columnSignature')],
  ] as const;
  return table(columns, part.lines.map(row));
}

function loadingList(part: Part): Markup {
  const row = (line: StopDetail) =>
    html`<tr>
      <td class="box"><span></span></td>
      ${number(line)}
      <td>${recipient(line)}</td>
      <td class="number">${line.row.packageCount}</td>
      <td class="place">${lines(placeOf(line))}</td>
      <td class="notes">${lines(notesOf(line))}</td>
    </tr>`;
  const columns = [
    ['box', t('papers.columnLoaded')],
    ['number', t('papers.columnNumber')],
    ['', t('papers.columnRecipient')],
    ['number', t('papers.columnPackages')],
    ['place', t('papers.columnPlace')],
    ['notes', t('papers.columnNotes')],
  ] as const;
  const loaded = part.lines.filter(isLoaded);
  const pickups = part.lines.filter(isStop).length - loaded.length;
  const left = pickups > 0 && html`<p>${t('papers.pickupsNotListed', { count: pickups })}</p>`;
  return html`<p>${t(loaded.length === 0 ? 'papers.nothingToLoad' : 'papers.loadFirst')}</p>
    ${left} ${loaded.length > 0 && table(columns, loaded.toReversed().map(row))}`;
}

function dayReport(part: Part, zone: string): Markup {
  const stops = part.lines.filter(isStop);
  const of = (...results: StopResult[]) => stops.filter(({ row }) => results.includes(row.result));
  const count = (name: string, lines: readonly StopDetail[]) =>
    html`<tr>
      <td>${name}</td>
      <td class="number">${lines.length}</td>
      <td class="number">${packagesOf(lines)}</td>
    </tr>`;
  const sums = html`<table class="sums">
    <thead>
      <tr>
        <th></th>
        <th class="number">${t('papers.columnStops')}</th>
        <th class="number">${t('papers.columnPackages')}</th>
      </tr>
    </thead>
    <tbody>
      ${[
        count(t('papers.done'), of('done')),
        count(t('papers.failed'), of('failed')),
        count(t('papers.open'), of('open')),
        count(t('papers.total'), stops),
      ]}
    </tbody>
  </table>`;
  const row = (line: StopDetail) =>
    html`<tr>
      ${number(line)}
      <td>${recipient(line)}</td>
      <td class="number">${line.row.packageCount}</td>
      <td class="result">${lines(resultOf(line, zone))}</td>
    </tr>`;
  const columns = [
    ['number', t('papers.columnNumber')],
    ['', t('papers.columnRecipient')],
    ['number', t('papers.columnPackages')],
    ['result', t('papers.columnState')],
  ] as const;
  const list = (title: string, lines: readonly StopDetail[]) =>
    lines.length > 0 &&
    html`<h2>${title}</h2>
      ${table(columns, lines.map(row))}`;
  const left = [...of('failed'), ...of('open')];
  return html`${sums} ${left.length === 0 && html`<p>${t('papers.allDone')}</p>`} ${list(t('papers.notDone'), left)}
  ${list(t('papers.doneList'), of('done'))}`;
}

const bodies = { 'driver-sheet': driverSheet, 'loading-list': loadingList, 'day-report': dayReport } as const;

/** @returns a complete HTML document without scripts or external resources */
export function paper(facts: PaperFacts): string {
  const title = `${paperName(facts.kind)} · ${facts.plan.title}`;
  const sections = facts.parts.map(
    (part) => html`<section>${head(facts, part)}${bodies[facts.kind](part, facts.zone)}</section>`,
  );
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${sections}
      </body>
    </html>`.text;
}

/** The footer of each page. Chromium fills in the page numbers. */
export const pageFoot = (): string =>
  html`<div style="width: 100%; padding: 0 12mm; font: 8pt sans-serif; text-align: right">
    ${t('papers.page')} <span class="pageNumber"></span> ${t('papers.of')} <span class="totalPages"></span>
  </div>`.text;

/** The file of unsent entries is read in parts as it is read at once, and nothing damaged is taken for whole. */
import { expect, it } from 'vitest';
import {
  readTransferFile,
  readTransferParts,
  transferFile,
  type TransferContent,
} from '../../../../src/main/outbox/transfer-file.ts';

const head = { writtenAt: 1, mode: 'connected' as const, origin: 'https://depot.example', witnesses: ['plans/p1'] };

type Entry = TransferContent['entries'][number];
type Stored = TransferContent['records'][number];

const entry = (number: number, more: Partial<Entry> = {}): Entry => ({
  ...{ id: `entry-${number}`, recordId: `record-${number}`, kind: 'stops.create', lane: 'plans/p1', state: 'queued' },
  ...{ createdAt: number, attempts: 0, lastAttemptAt: null, body: null, base: null, knownIds: null, reason: null },
  progress: null,
  ...more,
});
const record = (number: number, content = '{}'): Stored => ({
  ...{ id: `record-${number}`, noun: 'stops', parentId: 'plans/p1', serverId: null, marker: `m-${number}` },
  ...{ markerIsOurs: true, content },
});

const text = (entries: Entry[], records: Stored[]) =>
  [...transferFile(head, { entries: [entries], records: [records] })].join('');
/** Without turns in between, because nothing else runs. */
const system = {
  after(_milliseconds: number, action: () => void) {
    queueMicrotask(action);
    return () => undefined;
  },
};
const inParts = (file: string) => readTransferParts(system, Buffer.from(file));

const odd = '],"records":[]},\n\r "checksum": "Größe"';
const files: Readonly<Record<string, string>> = {
  'entries and records': text([entry(1), entry(2)], [record(1), record(2, JSON.stringify({ notes: odd }))]),
  'one of each': text([entry(1)], [record(1)]),
  'no records': text([entry(1), entry(2)], []),
  'no entries': text([], []),
  'items with lists, and with texts like the ends of lists': text(
    [
      entry(1, { progress: { needs: ['record-2'] } }),
      entry(2, { body: odd, progress: { conflicts: [{ field: 'notes', base: [], mine: [{}], theirs: [[]] }] } }),
      entry(3, { progress: { kept: ['notes'] } }),
    ],
    [record(1), record(2), record(3)],
  ),
};

it.each(Object.keys(files))('reads the same in parts as at once: %s', async (name) => {
  const file = files[name] ?? '';
  const whole = readTransferFile(file);
  expect(await inParts(file)).toEqual(whole);
  expect(await inParts(file.replaceAll('\n', '\r\n')), 'with the line ends of Windows').toEqual(whole);
  expect(await inParts(`${file}\n\n`), 'with lines after it').toEqual(whole);
  expect(await inParts(JSON.stringify(JSON.parse(file), null, 2)), 'laid out differently').toEqual(whole);
});

it('takes no file for whole in which a part is missing, changed or added', async () => {
  const file = files['entries and records'] ?? '';
  const refused = { code: 'transfer.not-a-file' };
  const lines = file.split('\n');
  for (const at of lines.keys()) {
    const without = lines.toSpliced(at, 1).join('\n');
    if (at < lines.length - 1) await expect(inParts(without), `line ${at}`).rejects.toMatchObject(refused);
  }
  for (const [from, to] of [
    ['entry-2', 'entry-9'],
    ['"mode":"connected"', '"mode":"training"'],
    ['"checksum": "', '"checksum": "0'],
    ['},\n"checksum"', '},\n{"id":"more"},\n"checksum"'],
  ] as const) {
    expect(file).toContain(from);
    await expect(inParts(file.replace(from, to)), to).rejects.toMatchObject(refused);
  }
  await expect(inParts(`${file}{}`)).rejects.toMatchObject(refused);
  for (const bytes of ['', '{}', 'null', '{\n"format": 1']) await expect(inParts(bytes)).rejects.toMatchObject(refused);
  await expect(inParts(file.replace('"version": 2', '"version": 3'))).rejects.toMatchObject({ code: 'storage.newer' });
});

/**
 * Equivalent mutants, each with the reason. A line is what `npm run mutate` prints for a survivor with `--keys`. It
 * fails when no mutant matches it any more.
 */
export const accepted: readonly { mutant: string; why: string }[] = [
  {
    mutant: 'main/api/pace.ts | constant changed | private order = 0; | 0 | 1',
    why: 'Orders are only compared with each other: where the counting begins does not matter.',
  },
  {
    mutant: 'main/api/pace.ts | constant changed | state.probeUntil = 0; | 0 | 1',
    why: 'It is over since the start, or since the first millisecond after it: both are past.',
  },
  {
    mutant: 'main/api/pace.ts | constant changed | state.probeUntil = 0; | 0 | 1 | 2',
    why: 'It is over since the start, or since the first millisecond after it: both are past.',
  },
  {
    mutant:
      'main/api/pace.ts | constant changed | return windowsOf(name).some((window) => window.milliseconds  … te, window, 1) > needed); | 1_000 | 2000',
    why: 'A window of the limits has one second, or a minute and more.',
  },
  {
    mutant:
      'main/api/pace.ts | constant changed | return windowsOf(name).some((window) => window.milliseconds  … te, window, 1) > needed); | 1 | 2',
    why: 'Only windows of a second come here, and they count requests, not items.',
  },
  {
    mutant:
      'main/api/pace.ts | boundary moved | return windowsOf(name).some((window) => window.milliseconds  … te, window, 1) > needed); | now + spacing(state, window, 1) > needed | now + spacing(state, window, 1) >= needed',
    why: 'In the same millisecond the request ahead is not delayed either, and two such moments are never the same: one has a fraction.',
  },
  {
    mutant:
      'main/api/pace.ts | some and every exchanged | return windowsOf(name).some((window) => window.milliseconds  … te, window, 1) > needed); | windowsOf(name).some((window) => window.milliseconds > 1_000 … ate, window, 1) > needed) | windowsOf(name).every((window) => window.milliseconds > 1_00 … ate, window, 1) > needed)',
    why: 'A class has one window of a second, or longer ones alone: what holds for one of them holds for all.',
  },
  {
    mutant:
      'renderer/import/headings.ts | constant changed | const scores = { ofDelivery: 600, whole: 500, generalOfDeliv … 00, part: 100 } as const; | 600 | 1200',
    why: 'Scores are only compared, and this one is the highest already.',
  },
  {
    mutant:
      'main/outbox/settle.ts | boundary moved | const entries = core.storage.entriesOf(record.id).filter((en … try.sequence < sequence); | entry.sequence < sequence | entry.sequence <= sequence',
    why: 'The entry itself is of another record than those that are looked through, and no two entries have one sequence.',
  },
  {
    mutant:
      'main/outbox/settle.ts | constant changed | return entry.doubtUntil > 0 ? { sweepAt: nextSweep(core, entry.doubtUntil, null) } : {}; | 0 | 1',
    why: 'A doubt ends ten minutes after a time of today: it is never the first millisecond of 1970.',
  },
  {
    mutant:
      'main/sending/reconcile.ts | constant changed | const since = Math.max(0, core.system.now() - (entry.lastAttemptAt ?? 0)); | 0 | 1 | 2',
    why: 'An attempt of the first or of the second millisecond of 1970 is as long ago.',
  },
  {
    mutant:
      'main/sending/reconcile.ts | statement dropped | learnt.catch(() => undefined); | learnt.catch(() => undefined); | ',
    why: 'Each look waits for the same reading and reports its error. The line is for a look that would end before it reads.',
  },
  {
    mutant:
      'main/sending/reconcile.ts | part left out | service: { ...once, read: (name, call) => learnt.then(() => once.read(name, call)) }, | ...once | ',
    why: 'A look-up writes nothing: only the type asks for the rest.',
  },
  {
    mutant:
      "main/sending/reconcile.ts | constant changed | const due = core.storage.due('in-doubt', core.system.now(), 0, driversAtOnce, entry.lane); | 0 | 1",
    why: 'The entry with the lowest number is the one that is looked up, and it is among them anyway.',
  },
  {
    mutant:
      "main/sending/reconcile.ts | early end dropped | if (now?.state !== 'in-doubt') return []; | now?.state !== 'in-doubt' | false | 2",
    why: 'What leaves doubt during a look-up is discarded or exported, and the sender drops the changes of such an entry.',
  },
  {
    mutant:
      'renderer/import/import-rows.ts | early end dropped | if (map.size === 0) return map; | map.size === 0 | false',
    why: 'An empty map without some keys is an empty map: the line only saves making it.',
  },
  {
    mutant:
      'renderer/import/keep-import.ts | constant changed | this.rows = id === undefined ? null : { arrived: Promise.res … d: true, isOver: false }; | false | true',
    why: 'Only rows on their way are looked at, and those of a saved import are there.',
  },
  {
    mutant: 'main/sending/reconcile.ts | constant changed | const lookedAtOnce = 500; | 500 | 1000',
    why: 'Changes beyond it wait for a look of their own, which has the same result.',
  },
  {
    mutant:
      'main/sending/reconcile.ts | constant changed | const left = (lastAttemptAt ?? 0) + core.times.settle - core.system.now(); | 0 | 1',
    why: 'An attempt of the first or of the second millisecond of 1970 is as long ago.',
  },
  {
    mutant:
      "main/sending/reconcile.ts | part left out | return settled(core, entry, { kind: 'acknowledged', serverId: null }); | serverId: null | ",
    why: 'Neither submitting nor telling makes a record: no id is learnt from it, whatever it says.',
  },
  {
    mutant:
      "main/sending/reconcile.ts | part left out | return settled(core, entry, { kind: 'acknowledged', serverId: null }); | serverId: null |  | 2",
    why: 'Neither submitting nor telling makes a record: no id is learnt from it, whatever it says.',
  },
  {
    mutant:
      'main/sending/perform.ts | await removed | return await unlessOptimised(core, planIdOf(core, first.entr … ntry.attempts, outcomes); | await unlessOptimised(core, planIdOf(core, first.entry), first.entry.attempts, outcomes) | unlessOptimised(core, planIdOf(core, first.entry), first.entry.attempts, outcomes)',
    why: 'It says itself what cannot be read, and throws nothing that is caught here.',
  },
  {
    mutant:
      "main/sending/perform.ts | constant changed | ...(contents[0]?.['depot'] === undefined ? {} : { depot: contents[0]['depot'] }), | 0 | 1",
    why: 'What goes out in one import has one depot: groups.ts sees to it.',
  },
  {
    mutant:
      "main/sending/perform.ts | constant changed | ...(contents[0]?.['depot'] === undefined ? {} : { depot: contents[0]['depot'] }), | 0 | 1 | 2",
    why: 'What goes out in one import has one depot: groups.ts sees to it.',
  },
  {
    mutant:
      "main/sending/prepare.ts | and and or exchanged | const planId = noun === 'stops' && parentId !== undefined ?  … f(core, parentId) : null; | noun === 'stops' && parentId !== undefined | noun === 'stops' || parentId !== undefined",
    why: 'What is no stop lies in nothing: its parent is empty, and has no id.',
  },
  {
    mutant:
      'main/sending/prepare.ts | constant changed | const serverId = core.storage.entriesOf(recordId)[0]?.serverId ?? null; | 0 | 1',
    why: 'All entries of a record say the same id.',
  },
  {
    mutant:
      "main/sending/carried-out.ts | boundary moved | (one) => one.sequence > entry.sequence && one.sequence < lat … 'queued' && !isLive(one), | one.sequence > entry.sequence | one.sequence >= entry.sequence",
    why: 'The entry is a live change, and only edits that are none count here.',
  },
  {
    mutant:
      "main/sending/carried-out.ts | boundary moved | (one) => one.sequence > entry.sequence && one.sequence < lat … 'queued' && !isLive(one), | one.sequence < later.sequence | one.sequence <= later.sequence",
    why: 'The later entry is a live change, and only edits that are none count here.',
  },
  {
    mutant: 'renderer/import/group.ts | statement dropped | twinText(checked); | twinText(checked); | ',
    why: 'Worked out again, it is the same: this only saves time.',
  },
  {
    mutant:
      'renderer/import/group.ts | early end dropped | if (known !== undefined) return known; | known !== undefined | false',
    why: 'Worked out again, it is the same: this only saves time.',
  },
  {
    mutant: 'renderer/import/group.ts | statement dropped | twinTexts.set(item, text); | twinTexts.set(item, text); | ',
    why: 'Worked out again, it is the same: this only saves time.',
  },
  {
    mutant:
      'renderer/import/import-rows.ts | early end dropped | if (known !== undefined) return known; | known !== undefined | false',
    why: 'Worked out again, it is the same: this only saves time.',
  },
  {
    mutant:
      'renderer/import/import-rows.ts | statement dropped | plainRows.set(item, row); | plainRows.set(item, row); | ',
    why: 'Worked out again, it is the same: this only saves time.',
  },
  {
    mutant:
      'renderer/import/import-rows.ts | early end dropped | if (isPlain && chosen === undefined && refused === undefined … n plainRowOf(item, noun); | isPlain && chosen === undefined && refused === undefined | false',
    why: 'The other way makes the same row: this only saves time.',
  },
  {
    mutant: 'renderer/import/import-rows.ts | statement dropped | plainRowOf(item, noun); | plainRowOf(item, noun); | ',
    why: 'The row is made when it is asked for: this only saves time.',
  },
  {
    mutant: 'renderer/orders/import/known-orders.svelte.ts | constant changed | #file = 0; | 0 | 1',
    why: 'Counts files: any other number than before tells them apart as well.',
  },
  {
    mutant: 'renderer/orders/import/known-orders.svelte.ts | constant changed | this.#file += 1; | 1 | 2',
    why: 'Counts files: any other number than before tells them apart as well.',
  },
  {
    mutant:
      'renderer/orders/import/known-orders.svelte.ts | calculated otherwise | this.#file += 1; | this.#file += 1 | this.#file -= 1',
    why: 'Counts files: any other number than before tells them apart as well.',
  },
  {
    mutant:
      "main/db/outbox.ts | condition negated | const source = aloneOnly && which === 'waiting' ? joinedByKind : joined; | which === 'waiting' | which !== 'waiting'",
    why: 'Which index is used: the rows are the same, and the bench of the outbox holds the time.',
  },
  {
    mutant:
      "main/db/outbox.ts | condition negated | const source = aloneOnly && which === 'waiting' ? joinedByKind : joined; | aloneOnly && which === 'waiting' | !(aloneOnly && which === 'waiting')",
    why: 'Which index is used: the rows are the same, and the bench of the outbox holds the time.',
  },
  {
    mutant:
      "main/db/outbox.ts | and and or exchanged | const source = aloneOnly && which === 'waiting' ? joinedByKind : joined; | aloneOnly && which === 'waiting' | aloneOnly || which === 'waiting'",
    why: 'Which index is used: the rows are the same, and the bench of the outbox holds the time.',
  },
  {
    mutant:
      "main/outbox/rebase.ts | boundary moved | if (other.sequence < entry.sequence || !operationOf(other.ki … sWith('edit')) return []; | other.sequence < entry.sequence | other.sequence <= entry.sequence",
    why: 'An edit sets other values than those it builds on, so nothing of its own base comes from it.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | .find((one) => one.sequence < entry.sequence && waiting.has(one.state)); | one.sequence < entry.sequence | one.sequence <= entry.sequence',
    why: 'No two entries have one sequence, and the entry is not of the old stop.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | const before = core.storage.entriesOf(entry.recordId).filter … quence < entry.sequence); | sequence < entry.sequence | sequence <= entry.sequence',
    why: 'The entry itself is neither pending nor an edit that is queued when this matters.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | if (from === undefined || move.sequence > sequence || !waiti … ove.state)) return false; | move.sequence > sequence | move.sequence >= sequence',
    why: 'A move is no entry about a whole plan, and no two entries have one sequence.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | for (let before = next(0); before !== undefined && before.se …  next(before.sequence)) { | before.sequence < alone.sequence | before.sequence <= alone.sequence',
    why: 'The entry about the plan needs no record, so the search ends with it as well.',
  },
  {
    mutant:
      'main/sending/readiness.ts | and and or exchanged | for (let before = next(0); before !== undefined && before.se …  next(before.sequence)) { | before !== undefined && before.sequence < alone.sequence | before !== undefined || before.sequence < alone.sequence',
    why: 'It waits in the lane itself, so the search never comes to its end.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | if (made === undefined || first === undefined || first.seque … .has(first.id)) continue; | first.sequence > made.sequence | first.sequence >= made.sequence',
    why: 'An entry that creates is not about a whole plan, and no two entries have one sequence.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | if (first === undefined || first.sequence > entry.sequence | … Id, first)) return ready; | first.sequence > entry.sequence | first.sequence >= entry.sequence',
    why: 'One of them is about a whole plan and the other is not, and no two entries have one sequence.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | while (first !== undefined && first.sequence < entry.sequenc … hindPending(core, first)) | first.sequence < entry.sequence | first.sequence <= entry.sequence',
    why: 'An entry about a whole plan is not behind a live change of its record: a plan has none.',
  },
  {
    mutant:
      'main/sending/readiness.ts | boundary moved | if (swept === undefined || swept.sequence > entry.sequence) return ready; | swept.sequence > entry.sequence | swept.sequence >= entry.sequence',
    why: 'Nothing about a whole plan is searched for by a marker, and no two entries have one sequence.',
  },
  {
    mutant:
      'main/sending/send-loop.ts | constant changed | if (this.busy.has(lane) || this.busy.size >= lanesAtOnce) return false; | false | true',
    why: 'While four are in flight nothing is looked for, and a group of a busy lane was left out before.',
  },
  {
    mutant: 'main/outbox/undo-move.ts | constant changed | if (made.doubtUntil > 0) return false; | 0 | 1',
    why: 'A doubt ends ten minutes after a time of today: it is never the first millisecond of 1970.',
  },
  {
    mutant:
      'main/sending/reconcile.ts | constant changed | const dueAt = (change: StorageChange): number => (change.do  … set.notBefore ?? 0) : 0); | 0 | 1',
    why: 'Each outcome of a look-up says when it is due.',
  },
  {
    mutant:
      'main/sending/reconcile.ts | constant changed | const dueAt = (change: StorageChange): number => (change.do  … set.notBefore ?? 0) : 0); | 0 | 1 | 2',
    why: 'What is of a record has no time, and the latest time is one of today.',
  },
  {
    mutant:
      "main/sending/reconcile.ts | constant changed | const isLater = change.do === 'change-entry' && dueAt(change) > 0; | 0 | 1",
    why: 'No time of today is the first millisecond of 1970.',
  },
];

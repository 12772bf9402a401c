/** Cuts one kind of write at many positions and counts the outcomes. */
import { ways, type Cut, type Side } from './cutter.ts';
import { openDesk, type Desk, type Seen } from './desk.ts';
import type { Scene, SceneKind } from './scenes.ts';
import { sceneKinds } from './all-scenes.ts';

export interface Tally {
  name: string;
  /** Size of the undisturbed request and of its answer, in bytes. */
  request: number;
  answer: number;
  cuts: number;
  /** Cuts by the client's classification of the write. */
  notSent: number;
  inDoubt: number;
  answered: number;
  /** Cut writes that the service applied. */
  applied: number;
  /** Cuts after which the user was asked. */
  asked: number;
  /** Writes whose classification contradicts the service. */
  misjudged: number;
  /** Writes that are missing, different, duplicated or still waiting. */
  wrong: number;
  /** Descriptions of the first failures. */
  what: string[];
}

export interface Place {
  side: Side;
  after: number;
}

/** Cuts per service and outbox. Then both are replaced, to keep lists short. */
const cutsOnOne = 60;

export const kindNames = sceneKinds.map(({ name }) => name);

/**
 * @param choose picks the positions once the lengths are known
 * @param through as for the desk: HTTP or TLS bytes
 */
export async function cutKind(
  name: string,
  choose: (request: number, answer: number) => readonly Place[],
  through: 'http' | 'cable' = 'http',
): Promise<Tally> {
  const kind = sceneKinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no such kind: ${name}`);
  let desk = await openDesk(through);
  try {
    const lengths = await measured(desk, kind);
    const tally: Tally = { ...empty, name, ...lengths, what: [] };
    const places = choose(lengths.request, lengths.answer);
    for (const [index, place] of places.entries()) {
      if (index > 0 && index % cutsOnOne === 0) {
        await desk.close();
        desk = await openDesk(through);
      }
      const way = ways[index % ways.length] ?? 'closed';
      await cutOnce(desk, kind, index + 1, { ...place, way }, tally);
    }
    return tally;
  } finally {
    await desk.close();
  }
}

const empty = { cuts: 0, notSent: 0, inDoubt: 0, answered: 0, applied: 0, asked: 0, misjudged: 0, wrong: 0 };

/** Sends one write undisturbed. */
async function measured(desk: Desk, kind: SceneKind): Promise<{ request: number; answer: number }> {
  const scene = await kind.begin(desk, 499_999);
  const seen = await desk.sendAndCut({ side: 'request', after: Number.MAX_SAFE_INTEGER, way: 'closed' }, kind.which);
  if (seen?.classed !== 'answered') throw new Error(`${kind.name} was not answered: ${JSON.stringify(seen)}`);
  await desk.settle();
  await carriedOut(desk, scene);
  const { request, answer } = seen.passed;
  return { request, answer };
}

async function cutOnce(desk: Desk, kind: SceneKind, number: number, cut: Cut, tally: Tally): Promise<void> {
  const failed = (what: string) => {
    if (tally.what.length < 10) tally.what.push(`${cut.side} cut after ${cut.after} bytes (${cut.way}): ${what}`);
  };
  // Lets time pass, so that limits per minute do not interfere.
  desk.pass(20_000);
  const scene = await kind.begin(desk, number);
  const seen = await desk.sendAndCut(cut, kind.which);
  tally.cuts += 1;
  if (seen === null) {
    tally.wrong += 1;
    failed('nothing was sent');
    return;
  }
  if (seen.classed === 'not-sent') tally.notSent += 1;
  if (seen.classed === 'in-doubt') tally.inDoubt += 1;
  if (seen.classed === 'answered') tally.answered += 1;
  if (seen.applied) tally.applied += 1;
  const misjudged = judgement(seen, cut, tally);
  if (misjudged !== null) {
    tally.misjudged += 1;
    failed(misjudged);
  }
  await desk.settle();
  const asked = await decide(desk, scene);
  if (asked) tally.asked += 1;
  await desk.settle();
  const refused = await carriedOut(desk, scene).then(
    () => null,
    (error: unknown) => `what is pending could not be carried out: ${String(error)}`,
  );
  const open = desk.open().map(({ kind: of, state, reason }) => `${of} ${state} ${reason?.code ?? ''}`);
  const wrong = refused ?? (await scene.wrong()) ?? (asked && !kind.mayAsk ? 'a person was asked' : (open[0] ?? null));
  if (wrong === null) return;
  tally.wrong += 1;
  failed(wrong);
  desk.choices.decide(
    desk.open().map(({ id }) => id),
    { way: 'give-up' },
  );
}

async function carriedOut(desk: Desk, scene: Scene): Promise<void> {
  if (scene.carryOut === undefined) return;
  await scene.carryOut();
  // Pending changes are checked once a minute.
  desk.pass(120_000);
  await desk.settle();
}

/** Decides like a user who checks the service. */
async function decide(desk: Desk, scene: Scene): Promise<boolean> {
  const asking = desk.open().filter(({ state }) => state === 'decision');
  for (const { id } of asking) {
    desk.choices.decide([id], { way: (await scene.wrong()) === null ? 'on-service' : 'send-again' });
  }
  return asking.length > 0;
}

/** Why the classification is wrong, or null (outbox, Rule 5). */
function judgement({ classed, applied, passed }: Seen, cut: Cut, { request, answer }: Tally): string | null {
  switch (classed) {
    case 'answered':
      if (!applied) return 'classed as answered, and the service has not done it';
      // A truncated answer is not an answer, whatever it contains.
      return cut.side === 'answer' && passed.isCut && passed.answer < Math.min(answer, cut.after)
        ? 'a torn answer was taken for a whole one'
        : null;
    case 'not-sent':
      if (applied) return 'classed as not sent, and the service has done it';
      return passed.request >= request ? 'classed as not sent, and all of it was' : null;
    case 'in-doubt':
      return null;
    case 'refused':
    case 'key-refused':
      return `classed as ${classed}, and nobody refused it`;
  }
}

/**
 * What the preflight process says, read with a schema: a document may have taken the process over, and then it says
 * anything (attack 8).
 */
import { z } from 'zod';
import { documentProblems, mostPages, type DocumentCheck } from '../../shared/label-check.ts';
import type { PreflightReply } from '../../preflight/messages.ts';

const mostCodes = 1_000;
/** The largest symbols hold seven thousand characters. */
const mostCodeText = 10_000;
/** Of a line for the log. */
const mostText = 500;

const pageNumber = z.int().min(1);
const measured = z.number().nullable();
const line = z.string().transform((text) => text.slice(0, mostText));

const checkedPage = z.strictObject({
  page: pageNumber,
  size: z.strictObject({ widthMillimetres: z.number(), heightMillimetres: z.number() }),
  codes: z
    .array(z.strictObject({ symbology: z.string().max(mostText), text: z.string().max(mostCodeText) }))
    .max(mostCodes),
  narrowestBar: measured,
  barHeight: measured,
  quietZone: measured,
  contrast: measured,
  spoilt: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('offset'), right: z.number(), down: z.number() }),
      z.strictObject({ kind: z.literal('paper') }),
      z.strictObject({ kind: z.literal('unknown') }),
    ])
    .nullable(),
});

const documentCheck = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('read'),
    dotsPerInch: z.number(),
    total: z.int().min(0),
    bytesAfterEnd: z.int().min(0),
    pages: z.array(checkedPage).max(mostPages),
  }),
  z.strictObject({ kind: z.literal('problem'), problem: z.enum(documentProblems) }),
]) satisfies z.ZodType<DocumentCheck>;

const reply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({
    kind: z.literal('opened'),
    // A document with more pages is refused, and has no more time for that.
    pages: z
      .int()
      .min(0)
      .transform((pages) => Math.min(pages, mostPages)),
  }),
  z.strictObject({ kind: z.literal('note'), text: line }),
  z.strictObject({
    kind: z.literal('prepared'),
    check: documentCheck,
    documents: z.array(z.instanceof(Uint8Array).nullable()).max(mostPages),
  }),
  z.strictObject({ kind: z.literal('full') }),
  z.strictObject({ kind: z.literal('failed'), text: line }),
]);

/** @returns the reply, or one that fails for anything else */
export function readReply(given: unknown): PreflightReply {
  const read = reply.safeParse(given);
  return read.success ? read.data : { kind: 'failed', text: 'the process said what it cannot say' };
}

/** Words for names that come from the training service; a name that this app does not know is shown as it is. */
import { training } from '../../messages/en/training.ts';
import { t } from '../../messages/index.ts';
import { formatTime } from '../lib/format.ts';
import type { TrainingRequest, TrainingState } from '../../shared/training.ts';

const words: Readonly<Record<string, unknown>> = training;

/** The text under a key that is put together, or the raw name where there is none. */
function wordOf(key: string, raw: string): string {
  const word = words[key];
  return typeof word === 'string' ? word : raw;
}

export const presetTitle = (name: string): string => wordOf(`preset.${name}`, name);
export const presetText = (name: string): string => wordOf(`preset.${name}.text`, '');
export const faultTitle = (kind: string): string => wordOf(`fault.${kind}`, kind);
export const switchTitle = (name: string): string => wordOf(`switch.${name}`, name);
export const choiceTitle = (name: string, choice: string): string => wordOf(`switch.${name}.${choice}`, choice);
export const fieldTitle = (name: string): string => wordOf(`field.${name}`, name);
export const valueTitle = (name: string, value: string): string => wordOf(`field.${name}.${value}`, value);

/** What is on, in one sentence. */
export function faultsLine({ faults }: TrainingState): string {
  if (faults.rules.length === 0) return t('training.nothingWrong');
  if (faults.preset === null) return t('training.ownRules', { count: faults.rules.length });
  return t(faults.over ? 'training.presetOver' : 'training.presetOn', { name: presetTitle(faults.preset) });
}

const seconds = new Intl.DateTimeFormat('en-GB', { second: '2-digit' });

/** `14:05:09` */
export const timeOf = (milliseconds: number): string =>
  `${formatTime(milliseconds)}:${seconds.format(milliseconds).padStart(2, '0')}`;

/** What went wrong, what decided about the answer before what only delayed or shifted it. */
export function faultsOf({ faults }: TrainingRequest): string {
  const decides = (kind: string) => kind !== 'latency' && kind !== 'clock-skew';
  return [...faults.filter(decides), ...faults.filter((kind) => !decides(kind))].map(faultTitle).join(', ');
}

/** Method and path, with ids cut short: what is asked for shows on a small screen too. */
export const requestOf = ({ method, path }: TrainingRequest): string =>
  `${method} ${path.replaceAll(/[A-Za-z0-9]{20,}/g, (id) => `${id.slice(0, 4)}…`)}`;

export function answerOf({ status, ended, applied }: TrainingRequest): string {
  if (status !== null) return String(status);
  // What is done late has long lost its connection.
  return t(ended || applied === 'later' ? 'training.noAnswer' : 'training.underWay');
}

export function doneOf({ applied }: TrainingRequest): string {
  if (applied === null) return '';
  return t(applied === 'yes' ? 'training.doneYes' : applied === 'no' ? 'training.doneNo' : 'training.doneLater');
}

/** The time in the depot, told forward from when it was read. */
export const timeNow = ({ now, speed }: TrainingState['clock'], readAt: number, present: number): number =>
  now + (present - readAt) * speed;

/** Six in the morning of the day after, in the zone of this computer. */
export function nextMorning(milliseconds: number): number {
  const day = new Date(milliseconds);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 6).getTime();
}

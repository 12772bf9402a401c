/** Texts for names from the training service; an unknown name is shown as it is. */
import { training } from '../../messages/en/training.ts';
import { t } from '../../messages/index.ts';
import { formatTime } from '../lib/format.ts';
import type { TrainingRequest, TrainingState } from '../../shared/training.ts';

const words: Readonly<Record<string, unknown>> = training;

/** The text for a composed key, or the raw name when there is none. */
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

/** The active faults in one sentence. */
export function faultsLine({ faults }: TrainingState): string {
  if (faults.rules.length === 0) return t('training.nothingWrong');
  if (faults.preset === null) return t('training.ownRules', { count: faults.rules.length });
  return t(faults.over ? 'training.presetOver' : 'training.presetOn', { name: presetTitle(faults.preset) });
}

const seconds = new Intl.DateTimeFormat('en-GB', { second: '2-digit' });

/** `14:05:09` */
export const timeOf = (milliseconds: number): string =>
  `${formatTime(milliseconds)}:${seconds.format(milliseconds).padStart(2, '0')}`;

/** The faults of a request: those that determined the answer, then those that only delayed or shifted it. */
export function faultsOf({ faults }: TrainingRequest): string {
  const decides = (kind: string) => kind !== 'latency' && kind !== 'clock-skew';
  return [...faults.filter(decides), ...faults.filter((kind) => !decides(kind))].map(faultTitle).join(', ');
}

/** Method and path, with ids shortened to fit a small screen. */
export const requestOf = ({ method, path }: TrainingRequest): string =>
  `${method} ${path.replaceAll(/[A-Za-z0-9]{20,}/g, (id) => `${id.slice(0, 4)}…`)}`;

export function answerOf({ status, ended, applied }: TrainingRequest): string {
  if (status !== null) return String(status);
  // A request that is carried out late has lost its connection long before.
  return t(ended || applied === 'later' ? 'training.noAnswer' : 'training.underWay');
}

export function doneOf({ applied }: TrainingRequest): string {
  if (applied === null) return '';
  return t(applied === 'yes' ? 'training.doneYes' : applied === 'no' ? 'training.doneNo' : 'training.doneLater');
}

/** The training service's time, extrapolated from when it was read. */
export const timeNow = ({ now, speed }: TrainingState['clock'], readAt: number, present: number): number =>
  now + (present - readAt) * speed;

/** 06:00 on the next day, in this computer's time zone. */
export function nextMorning(milliseconds: number): number {
  const day = new Date(milliseconds);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 6).getTime();
}

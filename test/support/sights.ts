/** What a dispatcher sees after a press, for the stopwatch. */
import { t } from '../../src/messages/index.ts';
import type { Sight } from './stopwatch.ts';

/** The CSS selector of an element with a role and a name of its own. */
const named = (role: string, name: string): string => `[role="${role}"][aria-label="${name}"]`;

/** A stop in the list. The words for an empty list stand in a row too, which no one can select. */
const stopRows = `${named('grid', t('stops.table'))} [role="row"][aria-selected]`;

/** The state of the open plan, in its head. */
export const planIs = (state: string): Sight => ({ selector: 'main .below .mark', texts: [state] });

/** What is being done to the open plan, with its time, in its head. */
export const planWork: Sight = { selector: 'main .banner .seconds' };

/** The menu of the open plan, while a press in it is on its way to the outbox. */
export const menuBusy: Sight = { selector: 'main button.trigger[aria-busy="true"]' };

/** A drawn row of the list of stops with these texts. */
export const stopRowIs = (...texts: readonly string[]): Sight => ({ selector: stopRows, texts });

/** No drawn row of the list of stops has this text. */
export const noStopRow = (text: string): Sight => ({ ...stopRowIs(text), gone: true });

/** A row of the list of stops that is struck through. */
export const stopStruck = (text: string): Sight => ({ selector: `${stopRows}.struck`, texts: [text] });

/** The bar of the marked stops. */
export const stopsMarked = (count: number): Sight => ({
  selector: named('toolbar', t('stops.markedCount', { count })),
});

/** A message, in the place of the messages. */
export const said = (text: string): Sight => ({
  selector: `${named('region', t('common.notifications'))} .toast`,
  texts: [text],
});

/** The message after a deletion, up to the way to undo it. */
export const saidDeleted = (name: string): Sight => {
  const [text = ''] = t('stops.removed', { name, shortcut: '|' }).split('|');
  return said(text);
};

export const dialogOpen: Sight = { selector: '[role="dialog"]' };
export const dialogClosed: Sight = { ...dialogOpen, gone: true };

/** The list of plans has made way for something else. */
export const noPlanList: Sight = { selector: named('grid', t('plans.table')), gone: true };

/** The list on the screen is being read. */
export const refreshing: Sight = { selector: 'main .as-of .words', texts: [t('common.refreshing')] };

/** The destination in the navigation that is in front. */
export const inFront = (screen: string): Sight => ({ selector: 'nav [aria-current="page"]', texts: [screen] });

/** A button in this part of the window shows that its work is under way. */
export const buttonBusy = (part: string): Sight => ({ selector: `${part} button[aria-busy="true"]` });

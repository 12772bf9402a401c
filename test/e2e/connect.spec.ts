/** First start: the form that connects a service, with good input and with bad. */
import { t } from '../../src/renderer/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { connect, planList } from '../support/screens.ts';

test('connects with address and keys, and opens as it was left at the next start', async ({ service, start }) => {
  const first = await start();
  await connect(first.window, first.electron, service);
  await expect(planList(first.window)).toBeVisible();
  await first.close();

  const second = await start({ profile: first.profile });
  await expect(planList(second.window)).toBeVisible();
  await expect(second.window.getByText(t('shell.lineUp'))).toBeVisible();
});

/** Where CUPS is: as in its own programs, the environment goes before the person's file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { spoolerOf } from '../../../../src/main/labels/spooler.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

it.each([
  ['print.example', { host: 'print.example', port: 631 }],
  ['print.example:8631', { host: 'print.example', port: 8631 }],
  ['print.example:8631/version=1.1', { host: 'print.example', port: 8631 }],
  ['print.example/version=1.1', { host: 'print.example', port: 631 }],
  ['[::1]:8631', { host: '::1', port: 8631 }],
  ['[::1]', { host: '::1', port: 631 }],
  ['192.0.2.7:631', { host: '192.0.2.7', port: 631 }],
  ['/run/other/cups.sock', { socketPath: '/run/other/cups.sock' }],
])('%s leads to %j', (named, to) => {
  expect(spoolerOf(named)).toEqual(to);
});

describe.skipIf(process.platform === 'darwin')('a client.conf', () => {
  /** The spooler of an app that starts with this file and this environment. */
  async function spoolerWith(file: string, server?: string) {
    const home = temporaryFolder();
    mkdirSync(join(home, '.cups'));
    writeFileSync(join(home, '.cups', 'client.conf'), file);
    vi.stubEnv('HOME', home);
    vi.stubEnv('CUPS_SERVER', server);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.resetModules();
    const started = await import('../../../../src/main/labels/spooler.ts');
    return { spooler: started.spooler, file: join(home, '.cups', 'client.conf') };
  }
  const at = (host: string, port = 631) => ({ host, port });

  it.each([
    ['ServerName print.example\n', at('print.example')],
    ['# ServerName old.example\n  servername\tprint.example:8631 # ours\r\nUser ada\r\n', at('print.example', 8631)],
    ['ServerName one.example\nServerName other.example', at('other.example')],
  ])('%j names the spooler', async (file, to) => {
    expect((await spoolerWith(file)).spooler()).toEqual(to);
  });

  it('is not asked where the environment names one', async () => {
    const { spooler } = await spoolerWith('ServerName print.example\n', 'localhost:9');
    expect(spooler()).toEqual(at('localhost', 9));
  });

  it('counts as it was first read, because its jobs are known by the numbers of that spooler', async () => {
    const { spooler, file } = await spoolerWith('ServerName print.example\n');
    expect(spooler()).toEqual(at('print.example'));
    writeFileSync(file, 'ServerName other.example\n');
    expect(spooler()).toEqual(at('print.example'));
  });
});

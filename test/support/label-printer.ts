/**
 * A software label printer behind a real print spooler: the test's own CUPS (own port, own folders) and
 * `ippeveprinter`, which speaks IPP Everywhere and stores the jobs. `ippeveprinter` requires DNS-SD, so a private D-Bus
 * and an avahi bound to the loopback interface run beside it. Nothing outside the test's folder is changed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { missingPrograms } from './label-tools.ts';
import { ownPort, type OwnPort } from './own-port.ts';
import { makeQueue, printerAnswers } from './label-queue.ts';
import { start, waitFor, type Started } from './processes.ts';

export interface PrintedJob {
  /** The file that the printer received, byte for byte. */
  file: string;
  /** The requested media: `a6`, or the value received. */
  media: string;
  /** The requested scaling; `none` is true size. */
  scaling: string;
  /** Job attributes as the printer received them: `IPP_MEDIA`, `CONTENT_TYPE`, … */
  attributes: Record<string, string>;
}

export interface PrinterKind {
  dotsPerInch: number;
  /** False: the spooler rasterises the pages, as for a real label printer. */
  takesPdf: boolean;
  /** A raw queue without filters: documents reach the printer unchanged. */
  raw: boolean;
  /** Prints on both sides unless a job asks for one. */
  duplex: boolean;
  /** For many pages: the spooler does not wait a second per page until it has been printed. */
  takesMany: boolean;
}

export interface LabelPrinter {
  /** Value of CUPS_SERVER for programs that print here. */
  server: string;
  /** Port of the printer itself. */
  port: number;
  /** Name of the queue. */
  queue: string;
  jobs: () => PrintedJob[];
  /**
   * Resolves with the job of this index, from 0, when it has arrived.
   * @param said what to add to the error when it does not arrive
   */
  job: (index: number, said?: () => string) => Promise<PrintedJob>;
  /** Stops the printer from answering, as if switched off during a job; `release` resumes it. */
  hold: () => void;
  release: () => void;
  /** Stops the queue, as a user or a failure would; `enable` restarts it. */
  disable: () => void;
  enable: () => void;
  /** Switches the printer off. */
  switchOff: () => Promise<void>;
  /** Jams the next label; `clearJam` removes the jam, and the label is printed. */
  jam: () => void;
  clearJam: () => void;
  stop: () => Promise<void>;
}

const programs = ['cupsd', 'ippeveprinter', 'lpadmin', 'lp', 'avahi-daemon', 'dbus-daemon'];

/** Why the software printer cannot run here; undefined when it can. */
export function whyNoPrinter(): string | undefined {
  if (process.platform !== 'linux') return 'the software printer needs CUPS on Linux';
  const missing = missingPrograms(...programs);
  if (missing.length > 0) return `not installed: ${missing.join(', ')} (packages cups, cups-ipp-utils, avahi-daemon)`;
  if (process.getuid?.() !== 0) return 'cupsd and avahi-daemon of a test can be started only as root';
  return undefined;
}

const busConfiguration = (socket: string) => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/> <allow own="*"/> <allow receive_type="*"/>
    <allow send_type="method_call"/> <allow send_type="signal"/> <allow send_destination="*" eavesdrop="true"/>
  </policy>
</busconfig>
`;

const avahiConfiguration = `[server]
host-name=depot-desk-test
use-ipv4=yes
use-ipv6=no
allow-interfaces=lo
enable-dbus=yes
[publish]
publish-workstation=no
`;

const size = (x: number, y: number) => `{ MEMBER integer x-dimension ${x} MEMBER integer y-dimension ${y} }`;
const noMargins = ['top', 'bottom', 'left', 'right'].map((side) => `MEMBER integer media-${side}-margin 0`).join(' ');
/** A label printer with A6 loaded that also supports 4 × 6 inch and A4, so that a wrong size stays visible as such. */
const printerAttributes = ({ dotsPerInch, takesPdf, duplex }: PrinterKind) => `
ATTR mimeMediaType document-format-supported ${takesPdf ? 'application/octet-stream,application/pdf,' : ''}image/pwg-raster
ATTR mimeMediaType document-format-default ${takesPdf ? 'application/pdf' : 'image/pwg-raster'}
ATTR keyword media-supported iso_a6_105x148mm,oe_4x6-label_4x6in,iso_a4_210x297mm
ATTR keyword media-default iso_a6_105x148mm
ATTR keyword media-ready iso_a6_105x148mm
ATTR collection media-col-default { MEMBER collection media-size ${size(10_500, 14_800)} ${noMargins} }
ATTR collection media-col-ready { MEMBER collection media-size ${size(10_500, 14_800)} ${noMargins} }
ATTR collection media-size-supported ${size(10_500, 14_800)},${size(10_160, 15_240)},${size(21_000, 29_700)}
${['top', 'bottom', 'left', 'right'].map((side) => `ATTR integer media-${side}-margin-supported 0`).join('\n')}
ATTR resolution printer-resolution-supported ${dotsPerInch}dpi
ATTR resolution printer-resolution-default ${dotsPerInch}dpi
ATTR resolution pwg-raster-document-resolution-supported ${dotsPerInch}dpi
ATTR keyword pwg-raster-document-type-supported sgray_8
ATTR keyword pwg-raster-document-sheet-back normal
ATTR keyword print-scaling-supported none,fit,fill,auto,auto-fit
ATTR keyword print-scaling-default none
ATTR boolean color-supported false
ATTR keyword print-color-mode-supported monochrome
ATTR keyword print-color-mode-default monochrome
ATTR keyword sides-supported one-sided${duplex ? ',two-sided-long-edge,two-sided-short-edge' : ''}
ATTR keyword sides-default ${duplex ? 'two-sided-long-edge' : 'one-sided'}
ATTR text printer-make-and-model "Test Label Printer"
`;

const spoolerConfiguration = (port: number) => `Listen localhost:${port}
LogLevel debug
Browsing Off
WebInterface No
DefaultAuthType None
<Location />
  Order allow,deny
  Allow localhost
</Location>
<Location /admin>
  Order allow,deny
  Allow localhost
</Location>
<Policy default>
  JobPrivateAccess all
  JobPrivateValues none
  SubscriptionPrivateAccess all
  SubscriptionPrivateValues none
  <Limit All>
    Order deny,allow
    Allow localhost
  </Limit>
</Policy>
`;

const spoolerFiles = (folder: string) => `ServerRoot ${folder}/root
CacheDir ${folder}/cache
StateDir ${folder}/state
RequestRoot ${folder}/spool
TempDir ${folder}/temporary
AccessLog ${folder}/log/access
ErrorLog ${folder}/log/error
PageLog ${folder}/log/page
User lp
Group lp
SystemGroup root
`;

/**
 * The script run for each job: stores its attributes and then the document, as fast as a shell can. Until the script
 * ends, the printer refuses the next job, and CUPS retries ten seconds later.
 */
const keepJob = (folder: string) => `#!/bin/sh
if [ -e "${folder}/jammed" ]; then
  echo "STATE: +media-jam" >&2
  while [ -e "${folder}/jammed" ]; do sleep 0.1; done
  echo "STATE: -media-jam" >&2
fi
export -p > "${folder}/job-$$.attributes"
ln "$1" "${folder}/job-$$.document"
`;

function idOf(user: string, which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, user], { encoding: 'utf8' }));
}

/** Creates the spooler's folders, owned by the user it prints as. */
function prepareSpooler(folder: string, port: number): void {
  for (const name of ['', 'root', 'cache', 'state', 'spool', 'temporary', 'log']) {
    mkdirSync(join(folder, name), { recursive: true });
    if (userInfo().uid === 0) chownSync(join(folder, name), idOf('lp', '-u'), idOf('lp', '-g'));
  }
  writeFileSync(join(folder, 'cupsd.conf'), spoolerConfiguration(port));
  writeFileSync(join(folder, 'cups-files.conf'), spoolerFiles(folder));
}

const avahiPlace = '/run/avahi-daemon';
/**
 * Private mount and network namespaces, because avahi's run file has a fixed name and allows one instance per machine.
 */
const apart = ['--mount', '--net', '--propagation', 'private'];
const inPlaceOfItsOwn = `mount -t tmpfs tmpfs ${avahiPlace} && exec "$@"`;

/** Whether the machine's avahi is running; a killed one leaves its run file behind. */
function isDiscoveryThere(): boolean {
  try {
    const pid = readFileSync(join(avahiPlace, 'pid'), 'utf8').trim();
    return existsSync(`/proc/${pid}`);
  } catch {
    return false;
  }
}

/**
 * Starts a private D-Bus and avahi, or uses the machine's avahi when namespaces are not allowed.
 * @param processes receives the started programs
 * @returns the environment in which other programs find them
 */
async function startDiscovery(folder: string, processes: Started[]): Promise<NodeJS.ProcessEnv> {
  const isAllowed = spawnSync('unshare', [...apart, 'true'], { stdio: 'ignore' }).status === 0;
  if (!isAllowed && isDiscoveryThere()) return process.env;
  const socket = join(folder, 'bus');
  writeFileSync(join(folder, 'bus.conf'), busConfiguration(socket));
  writeFileSync(join(folder, 'avahi.conf'), avahiConfiguration);
  processes.push(await start('dbus-daemon', [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--nopidfile']));
  await waitFor('the message bus', () => existsSync(socket) || undefined);
  const env = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${socket}` };
  const command = ['avahi-daemon', '-f', join(folder, 'avahi.conf'), '--no-drop-root', '--no-chroot', '--no-rlimits'];
  if (isAllowed) mkdirSync(avahiPlace, { recursive: true });
  const [program = '', ...args] = isAllowed
    ? ['unshare', ...apart, 'sh', '-c', inPlaceOfItsOwn, 'sh', ...command]
    : command;
  const avahi = await start(program, args, { env });
  processes.push(avahi);
  await waitFor('avahi', () => avahi.output().includes('Server startup complete') || undefined);
  return env;
}

/** CUPS retries a busy printer every ten seconds, several times. Below the test timeout of a minute. */
const mostWait = 45_000;

const usualKind: PrinterKind = { dotsPerInch: 203, takesPdf: true, raw: false, duplex: false, takesMany: false };

/**
 * Starts spooler and printer.
 * @param folder an empty folder of the test that the spooler's user can access
 */
export async function startLabelPrinter(folder: string, asked: Partial<PrinterKind> = {}): Promise<LabelPrinter> {
  const kind = { ...usualKind, ...asked };
  chmodSync(folder, 0o755);
  const queue = 'Labels';
  const jobFolder = join(folder, 'jobs');
  mkdirSync(jobFolder);
  const processes: Started[] = [];
  const ports: OwnPort[] = [];
  const hold = async () => {
    const own = await ownPort();
    ports.push(own);
    return own.port;
  };
  const stop = async () => {
    for (const started of processes.splice(0).reverse()) await started.stop();
    for (const own of ports.splice(0)) await own.release();
  };
  try {
    const discovery = await startDiscovery(folder, processes);
    const printerPort = await hold();
    const spoolerPort = await hold();

    writeFileSync(join(folder, 'printer.conf'), printerAttributes(kind));
    writeFileSync(join(folder, 'keep-job'), keepJob(jobFolder), { mode: 0o755 });
    mkdirSync(join(folder, 'printer'));
    // A unique name tells this printer from any other that answers at its address.
    const name = `Test Label Printer ${randomUUID()}`;
    const printer = await start(
      'ippeveprinter',
      [
        ...['-d', join(folder, 'printer'), '-p', String(printerPort), '-n', 'localhost'],
        ...['-a', join(folder, 'printer.conf'), '-c', join(folder, 'keep-job')],
        ...['-v', name],
      ],
      { env: discovery },
    );
    processes.push(printer);
    await waitFor('the software printer', () => {
      if (printer.child.exitCode !== null) throw new Error('the software printer ended');
      return printerAnswers(printerPort, name);
    });

    prepareSpooler(join(folder, 'cups'), spoolerPort);
    const server = `localhost:${spoolerPort}`;
    const configuration = ['-c', join(folder, 'cups', 'cupsd.conf'), '-s', join(folder, 'cups', 'cups-files.conf')];
    const spooler = await start('cupsd', [...configuration, '-f'], { env: discovery });
    processes.push(spooler);

    const env = { ...discovery, CUPS_SERVER: server };
    const uri = `ipp://localhost:${printerPort}/ipp/print`;
    const { raw, takesMany, duplex } = kind;
    await makeQueue({ queue, uri, env, spooler, raw, takesMany, duplex });

    const known = new Map<string, PrintedJob>();
    const read = (name: string): PrintedJob => {
      const file = join(jobFolder, name);
      const job = known.get(name) ?? printedJob(file, readAttributes(file.replace(/document$/, 'attributes')));
      known.set(name, job);
      return job;
    };
    const jobs = () =>
      readdirSync(jobFolder)
        .filter((name) => name.endsWith('.document'))
        .map(read)
        .sort((one, other) => Number(one.attributes['IPP_JOB_ID']) - Number(other.attributes['IPP_JOB_ID']));
    // What the spooler was asked to print, and what happened to each job.
    const logs = () => ['access', 'error', 'page'].map((log) => endOf(join(folder, 'cups', 'log', log))).join('');
    const job = (index: number, said = () => '') =>
      waitFor(`print job ${index}`, () => jobs()[index], mostWait).catch((error: unknown) => {
        throw new Error(`${String(error)}; ${jobs().length} arrived. The spooler's logs:\n${logs()}${said()}`, {
          cause: error,
        });
      });
    const holdPrinter = () => void printer.child.kill('SIGSTOP');
    const release = () => void printer.child.kill('SIGCONT');
    const manage = (program: string) => execFileSync(program, ['-h', server, queue], { env, stdio: 'pipe' });
    const disable = () => void manage('cupsdisable');
    const enable = () => void manage('cupsenable');
    const switchOff = () => printer.stop();
    const jammed = join(jobFolder, 'jammed');
    const jam = () => writeFileSync(jammed, '');
    const clearJam = () => rmSync(jammed);
    return {
      server,
      port: printerPort,
      queue,
      jobs,
      job,
      hold: holdPrinter,
      release,
      disable,
      enable,
      switchOff,
      jam,
      clearJam,
      stop,
    };
  } catch (error) {
    const said = processes.map((started) => started.output()).join('\n');
    await stop();
    throw new Error(`the software printer did not start:\n${said}`, { cause: error });
  }
}

/** The last lines of a log, under its file's name. */
function endOf(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-200) : ['there is none'];
  return `${basename(file)}:\n${lines.join('\n')}\n`;
}

function printedJob(file: string, attributes: Record<string, string>): PrintedJob {
  const media = attributes['IPP_MEDIA_COL'] ?? attributes['IPP_MEDIA'] ?? 'not said';
  // CUPS only sends the scaling when it differs from the printer's default.
  const scaling = attributes['IPP_PRINT_SCALING'] ?? attributes['IPP_PRINT_SCALING_DEFAULT'] ?? 'not said';
  const isA6 = /x-dimension=10500 y-dimension=14800|iso_a6/.test(media);
  return { file, media: isA6 ? 'a6' : media, scaling, attributes };
}

/** Parses the shell's environment dump: lines of `export NAME='value'`. */
function readAttributes(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').matchAll(/^export ((?:IPP_|CONTENT_)\w+)=(['"])(.*)\2$/gm);
  return Object.fromEntries([...lines].map(([, name = '', , value = '']) => [name, value]));
}

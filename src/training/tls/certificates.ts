/**
 * The training service's certificate authority and server certificate. The authority is created at the first start, and
 * only a workspace that was configured with it trusts it. The server certificate is renewed before it expires.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import './metadata.ts';
import * as x509 from '@peculiar/x509';
import { chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import { writePrivateFile } from '../store/files.ts';

const day = 86_400_000;
const authorityDays = 3650;
/** Some systems reject server certificates valid for more than 398 days, whoever signed them. */
const serverDays = 390;
const renewDaysBefore = 30;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hosts = ['localhost', '127.0.0.1'] as const;

/** The type's name differs between Node's types and a browser window's, so it is derived. */
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface Pair {
  certificate: x509.X509Certificate;
  privateKey: PrivateKey;
}

/** The certificates and key of the server, as PEM. */
export interface ServerCertificate {
  authority: string;
  certificate: string;
  key: string;
}

const validFrom = (now: number, days: number) => ({
  // One hour in the past, for clients whose clock is slightly behind.
  notBefore: new Date(now - 3_600_000),
  notAfter: new Date(now + days * day),
});

/** A positive 128-bit serial number, as RFC 5280 requires. */
const newSerialNumber = () => `4${chance.bytes(16).toString('hex').slice(1)}`;

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

export async function makeAuthority(now: number): Promise<Pair> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: 'CN=Depot Desk training authority, O=Depot Desk',
    ...validFrom(now, authorityDays),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate, privateKey: keys.privateKey };
}

/** The parts of a server certificate that a fault can change. */
export interface ServerNames {
  names: x509.JsonGeneralName[];
  notBefore: Date;
  notAfter: Date;
}

export const properNames = (now: number): ServerNames => ({
  names: [
    { type: 'dns', value: hosts[0] },
    { type: 'ip', value: hosts[1] },
  ],
  ...validFrom(now, serverDays),
});

export async function makeServerCertificate(
  authority: Pair,
  { names, notBefore, notAfter }: ServerNames,
): Promise<Pair> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: 'CN=Depot Desk training service',
    issuer: authority.certificate.subject,
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  });
  return { certificate, privateKey: keys.privateKey };
}

/** Stores certificate and key in one file, so that a kill between two writes cannot leave a mismatched pair. */
async function save(file: string, pair: Pair): Promise<void> {
  const { certificate, key } = await pemOf(pair);
  writePrivateFile(file, `${certificate}\n${key}\n`);
}

/** @returns undefined when the file is missing or invalid; it is then created again */
async function load(file: string): Promise<Pair | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    const [certificate, key] = x509.PemConverter.decode(readFileSync(file, 'utf8'));
    if (!certificate || !key) return undefined;
    const privateKey = await crypto.subtle.importKey('pkcs8', key, algorithm, true, ['sign']);
    return { certificate: new x509.X509Certificate(certificate), privateKey };
  } catch {
    return undefined;
  }
}

/** The authority of a folder in which a service was started before. */
export async function loadAuthority(folder: string): Promise<Pair> {
  const found = await load(join(folder, 'authority-with-key.pem'));
  if (!found) throw new Error('The certificate authority of this folder cannot be read.');
  return found;
}

/** Certificate and key as PEM. */
export async function pemOf({ certificate, privateKey }: Pair): Promise<{ certificate: string; key: string }> {
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
  return { certificate: certificate.toString('pem'), key };
}

const endsAfter = (pair: Pair, time: number) => pair.certificate.notAfter.getTime() > time;

/**
 * The server certificate, created or renewed as needed.
 * @param folder the service's data folder; the authority's certificate is also written there, as `authority.pem`
 * @param clock the computer's clock, by which clients judge a certificate
 */
export async function serverCertificate(folder: string, clock: Clock): Promise<ServerCertificate> {
  const now = clock.now();
  const authorityFile = join(folder, 'authority-with-key.pem');
  const serverFile = join(folder, 'server-with-key.pem');

  let authority = await load(authorityFile);
  if (!authority || !endsAfter(authority, now + serverDays * day)) {
    authority = await makeAuthority(now);
    await save(authorityFile, authority);
  }
  const authorityPem = `${authority.certificate.toString('pem')}\n`;
  writePrivateFile(join(folder, 'authority.pem'), authorityPem);

  let server = await load(serverFile);
  const usable =
    server &&
    endsAfter(server, now + renewDaysBefore * day) &&
    (await server.certificate.verify({ publicKey: authority.certificate, signatureOnly: true }));
  if (!server || !usable) {
    server = await makeServerCertificate(authority, properNames(now));
    await save(serverFile, server);
  }
  return { authority: authorityPem, ...(await pemOf(server)) };
}

/**
 * The training service's own certificate authority and its server certificate. The authority is made at the first start
 * and trusted by nobody but the workspace that was told of it; the server certificate is remade before it runs out.
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
/** Some systems refuse server certificates of more than 398 days, whoever signed them. */
const serverDays = 390;
const renewDaysBefore = 30;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hosts = ['localhost', '127.0.0.1'] as const;

/** As this runtime has it: its type has one name under Node alone and another beside a window's types. */
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface Pair {
  certificate: x509.X509Certificate;
  privateKey: PrivateKey;
}

/** What the server listens with; all PEM text. */
export interface ServerCertificate {
  authority: string;
  certificate: string;
  key: string;
}

const validFrom = (now: number, days: number) => ({
  // An hour back, for a client whose clock is a little slow.
  notBefore: new Date(now - 3_600_000),
  notAfter: new Date(now + days * day),
});

/** A positive serial number of 128 bits, as RFC 5280 wants it. */
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

/** What a server certificate says that may be otherwise than it should. */
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

/** One file holds certificate and key, so that a kill between two writes cannot leave a pair that does not match. */
async function save(file: string, pair: Pair): Promise<void> {
  const { certificate, key } = await pemOf(pair);
  writePrivateFile(file, `${certificate}\n${key}\n`);
}

/** @returns undefined when the file is missing or is not what it should be: then it is made again. */
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

/** The authority of a service that has been started in this folder. */
export async function loadAuthority(folder: string): Promise<Pair> {
  const found = await load(join(folder, 'authority-with-key.pem'));
  if (!found) throw new Error('The certificate authority of this folder cannot be read.');
  return found;
}

/** Both as PEM text, to listen with. */
export async function pemOf({ certificate, privateKey }: Pair): Promise<{ certificate: string; key: string }> {
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
  return { certificate: certificate.toString('pem'), key };
}

const endsAfter = (pair: Pair, time: number) => pair.certificate.notAfter.getTime() > time;

/**
 * The certificate to listen with, made or remade as needed.
 * @param folder the service's data folder; the authority alone is also written there, as `authority.pem`, for curl
 * @param clock the computer's time, by which clients judge a certificate
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

/** Certificates that a client must reject, each for exactly one reason. */
import './metadata.ts';
import * as x509 from '@peculiar/x509';
import type { Clock } from '../clock.ts';
import type { CertificateProblem } from '../faults/faults.ts';
import { loadAuthority, makeAuthority, makeServerCertificate, pemOf, properNames, type Pair } from './certificates.ts';

const day = 86_400_000;

/** Signed with its own key, like a server set up in a hurry. */
async function selfSigned(now: number): Promise<Pair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { names, notBefore, notAfter } = properNames(now);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Depot Desk training service',
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  });
  return { certificate, privateKey: keys.privateKey };
}

async function pairOf(problem: CertificateProblem, folder: string, now: number): Promise<Pair> {
  switch (problem) {
    case 'expired': {
      const over = { notBefore: new Date(now - 391 * day), notAfter: new Date(now - day) };
      return makeServerCertificate(await loadAuthority(folder), { ...properNames(now), ...over });
    }
    case 'wrong-host': {
      const names: x509.JsonGeneralName[] = [{ type: 'dns', value: 'another.example' }];
      return makeServerCertificate(await loadAuthority(folder), { ...properNames(now), names });
    }
    case 'unknown-issuer':
      return makeServerCertificate(await makeAuthority(now), properNames(now));
    case 'self-signed':
      return selfSigned(now);
  }
}

/**
 * Creates an untrusted certificate in memory.
 * @param folder of a service that already has its authority
 * @param clock the computer's clock, by which clients judge a certificate
 * @returns PEM text
 */
export async function untrustedCertificate(
  problem: CertificateProblem,
  folder: string,
  clock: Pick<Clock, 'now'>,
): Promise<{ certificate: string; key: string }> {
  return pemOf(await pairOf(problem, folder, clock.now()));
}

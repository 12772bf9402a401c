/**
 * The hash of the archive that a program for Windows must hold. If the fuse is set, Electron compares it with the
 * archive's header before it reads anything else, and each file with its hash in the header. electron-builder writes it
 * into the program, as a resource that is a list in JSON.
 */
import { createHash } from 'node:crypto';

/** The layout of an archive: two pickles, the second with the length of the header's text and the text. */
const lengthAt = 12;
const textAt = 16;

/** @param archive app.asar @returns the SHA-256 of its header, hexadecimal */
const headerHash = (archive: Buffer): string =>
  createHash('sha256')
    .update(archive.subarray(textAt, textAt + archive.readUInt32LE(lengthAt)))
    .digest('hex');

/**
 * @param program the executable for Windows
 * @param archive app.asar
 * @returns whether the program takes this archive and no other, once its fuse is set
 */
export const holdsHashOf = (program: Buffer, archive: Buffer): boolean =>
  program.includes(`"alg":"SHA256","value":"${headerHash(archive)}"`);

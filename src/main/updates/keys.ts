/** The keys that sign updates of a package: `npm run dist -- --update-keys` puts them beside its programs. */
import { z } from 'zod';
import { readJsonFile } from '../json-file.ts';

/** @returns public Ed25519 keys in PEM format; none: nobody can offer this app an update */
export const readUpdateKeys = (file: string): readonly string[] => readJsonFile(file, z.array(z.string()), []);

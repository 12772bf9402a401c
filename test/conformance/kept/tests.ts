/** Names of tests and folders, as the rows have them. */
export const flow = 'test/flow/training';
export const handlers = 'src/training/handlers';
export const validate = 'src/training/validate';
export const optimise = 'src/training/optimise';
export const bounds = (operation: string, field: string) => `${flow}/rules-bounds.test.ts > ${operation} > ${field}`;
export const basics = (title: string) => `${flow}/rules-basics.test.ts > planning > ${title}`;
export const written = (record: string, field: string) => `${flow}/rules-written.test.ts > ${record} > ${field}`;
export const answers = (record: string, field: string) => `${flow}/rules-answers.test.ts > ${record} > ${field}`;
export const operation = (name: string) => `${flow}/rules-operations.test.ts > operations > ${name}`;
export const plans = (title: string) => `${flow}/plans-write.test.ts > ${title}`;
export const stops = (title: string) => `${flow}/stops.test.ts > stops > ${title}`;
export const stopWrites = (title: string) => `${flow}/stops-write.test.ts > ${title}`;
export const live = (title: string) => `${flow}/live.test.ts > ${title}`;
export const optimising = (title: string) => `${flow}/optimise.test.ts > ${title}`;
export const reoptimising = (title: string) => optimising(`re-optimising a plan > ${title}`);
export const unassigned = (title: string) => `${flow}/unassigned.test.ts > ${title}`;
export const members = (title: string) => `${flow}/members.test.ts > ${title}`;
export const drivers = (title: string) => `${flow}/drivers.test.ts > ${title}`;

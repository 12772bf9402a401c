/** What TypeScript uses of set-up, which is plain JavaScript because it runs before anything is installed. */
export function electronForWindows(): { folder: string; version: string };

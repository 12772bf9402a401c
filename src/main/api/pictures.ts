/**
 * Fetches the photos and signatures that a service links to, under the rules for links (download.ts). What came is a
 * picture by its own bytes, whatever the server says of it (attack 3).
 */
import { AppError } from '../../shared/errors.ts';
import type { Downloads } from './download.ts';
import { pictureType, type PictureBounds } from './raster-image.ts';

export interface Picture {
  bytes: Buffer;
  /** Its media type. */
  type: string;
}

/** What downloads of pictures are opened with. A camera's largest pictures have some ten megabytes. */
export const pictureDownloads = { mostBytes: 25 * 1024 * 1024, accept: 'image/jpeg, image/png, image/webp' } as const;

/** The largest cameras of phones: 50 million pixels. */
const photoBounds: PictureBounds = { side: 16_384, area: 64_000_000 };

/** The link is not followed, or no longer leads anywhere. */
const leadsNowhere = new Set(['label.link-refused', 'label.link-expired']);

/**
 * @param downloads opened with {@link pictureDownloads}
 * @returns null for what is not shown: a link that is not followed or has expired, and what is no picture
 * @throws AppError of the network or the service, after which it can be tried again; none contains the link
 */
export async function fetchPicture(downloads: Pick<Downloads, 'get'>, link: string): Promise<Picture | null> {
  try {
    const bytes = await downloads.get(link);
    const type = pictureType(bytes, photoBounds);
    return type === null ? null : { bytes, type };
  } catch (error) {
    if (error instanceof AppError && leadsNowhere.has(error.code)) return null;
    throw error;
  }
}

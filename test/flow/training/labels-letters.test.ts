import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writable } from '../../../src/training/labels/letters.ts';
import { create } from './order-helpers.ts';
import { ask, temporaryFolder, training } from './support.ts';

const western = (letter: string) => /^[\x20-\x7E\xA0-\xFF‘’“”–—€œŒšŠžŽŸ]$/.test(letter);

describe('letters on a label', () => {
  it.each([
    ['Zoë Šimek, Weiß & Fils', 'Zoë Šimek, Weiß & Fils'],
    ['Grażyna Wójcik, Łódź', 'Grazyna Wójcik, Lódz'],
    ['İpek Öztürk, Ağrı', 'Ipek Öztürk, Agri'],
    ['Szőke Ürge', 'Szoke Ürge'],
    ['Đặng Văn Hữu', 'Dang Van Huu'],
    ['Юлия Щукина', 'Yuliya Shchukina'],
    ['Ελένη Ψαρού', 'Eleni Psaroy'],
    ['e\u0301te\u0301 \u200B', 'été ?'],
    ['Tab\there\nthere', 'Tab here there'],
    ['🚚 顔', '? ?'],
  ])('that no font has are written without: %s', (text, written) => {
    expect(writable(text, western)).toBe(written);
  });

  it('are on the page itself', async () => {
    const client = await training();
    const order = await create(client, { recipient: { name: 'Grażyna Łukasiewicz' } });
    const { url } = (await client.orders(`/${order.id}/shippingLabels`)).body as { url: string };
    const file = join(temporaryFolder(), 'label.pdf');
    writeFileSync(file, (await ask(url, { authority: client.service.authority })).bytes);
    expect(spawnSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).stdout).toContain('Grazyna Lukasiewicz');
  });
});

import { describe, expect, it } from 'vitest';
import { isOurWindow, type CallingContents, type CallingWindow } from '../../../../src/main/platform/caller.ts';

const origin = 'app://depot-desk';
const ourPage = `${origin}/index.html`;

function windowAt(url: string, destroyed = false): CallingWindow {
  const webContents: CallingContents = { mainFrame: { url } };
  return { webContents, isDestroyed: () => destroyed };
}

describe('a call', () => {
  it('is taken from the main frame of our window', () => {
    const window = windowAt(ourPage);
    const { webContents } = window;
    expect(isOurWindow({ sender: webContents, senderFrame: webContents.mainFrame }, window, origin)).toBe(true);
  });

  it('is not taken from a frame inside of it, although our own page is in that too', () => {
    const window = windowAt(ourPage);
    expect(isOurWindow({ sender: window.webContents, senderFrame: { url: ourPage } }, window, origin)).toBe(false);
  });

  it('is not taken from another window with our page in it', () => {
    const stranger = windowAt(ourPage).webContents;
    const ours = windowAt(ourPage);
    expect(isOurWindow({ sender: stranger, senderFrame: stranger.mainFrame }, ours, origin)).toBe(false);
    // The frame alone says nothing either.
    expect(isOurWindow({ sender: stranger, senderFrame: ours.webContents.mainFrame }, ours, origin)).toBe(false);
  });

  it.each([
    'about:blank',
    'https://example.com/',
    'app://depot-desk.example/',
    'app://other/app://depot-desk/',
    'file:///app://depot-desk/',
    'app://depot-desk',
  ])('is not taken from a window that was led to %s', (url) => {
    const window = windowAt(url);
    const { webContents } = window;
    expect(isOurWindow({ sender: webContents, senderFrame: webContents.mainFrame }, window, origin)).toBe(false);
  });

  it('is not taken from a frame that has gone, nor when our window has', () => {
    const window = windowAt(ourPage);
    const { webContents } = window;
    expect(isOurWindow({ sender: webContents, senderFrame: null }, window, origin)).toBe(false);
    const call = { sender: webContents, senderFrame: webContents.mainFrame };
    expect(isOurWindow(call, null, origin)).toBe(false);
    expect(isOurWindow(call, { webContents, isDestroyed: () => true }, origin)).toBe(false);
  });
});

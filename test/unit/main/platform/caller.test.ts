import { describe, expect, it } from 'vitest';
import { isOurWindow, type CallingContents, type CallingWindow } from '../../../../src/main/platform/caller.ts';

const origin = 'app://depot-desk';
const ourPage = `${origin}/index.html`;

function windowAt(url: string, destroyed = false): CallingWindow {
  const webContents: CallingContents = { mainFrame: { url } };
  return { webContents, isDestroyed: () => destroyed };
}

describe('a call', () => {
  it("is accepted from the main frame of the app's window", () => {
    const window = windowAt(ourPage);
    const { webContents } = window;
    expect(isOurWindow({ sender: webContents, senderFrame: webContents.mainFrame }, window, origin)).toBe(true);
  });

  it("is rejected from a subframe, even with the app's page", () => {
    const window = windowAt(ourPage);
    expect(isOurWindow({ sender: window.webContents, senderFrame: { url: ourPage } }, window, origin)).toBe(false);
  });

  it("is rejected from another window with the app's page", () => {
    const stranger = windowAt(ourPage).webContents;
    const ours = windowAt(ourPage);
    expect(isOurWindow({ sender: stranger, senderFrame: stranger.mainFrame }, ours, origin)).toBe(false);
    // The frame alone is not sufficient either.
    expect(isOurWindow({ sender: stranger, senderFrame: ours.webContents.mainFrame }, ours, origin)).toBe(false);
  });

  it.each([
    'about:blank',
    'https://example.com/',
    'app://depot-desk.example/',
    'app://other/app://depot-desk/',
    'file:///app://depot-desk/',
    'app://depot-desk',
  ])('is rejected from a window that navigated to %s', (url) => {
    const window = windowAt(url);
    const { webContents } = window;
    expect(isOurWindow({ sender: webContents, senderFrame: webContents.mainFrame }, window, origin)).toBe(false);
  });

  it("is rejected from a destroyed frame or when the app's window is gone", () => {
    const window = windowAt(ourPage);
    const { webContents } = window;
    expect(isOurWindow({ sender: webContents, senderFrame: null }, window, origin)).toBe(false);
    const call = { sender: webContents, senderFrame: webContents.mainFrame };
    expect(isOurWindow(call, null, origin)).toBe(false);
    expect(isOurWindow(call, { webContents, isDestroyed: () => true }, origin)).toBe(false);
  });
});

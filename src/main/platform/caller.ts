/** Who may call main. Electron's objects are given, so that it can be tried without Electron. */

/** What is looked at of Electron's `WebFrameMain`. */
export interface CallingFrame {
  readonly url: string;
}

/** What is looked at of Electron's `WebContents`. */
export interface CallingContents {
  readonly mainFrame: CallingFrame;
}

/** A call as it comes. */
export interface Call {
  readonly sender: CallingContents;
  /** null: the frame has gone since. */
  readonly senderFrame: CallingFrame | null;
}

/** What is looked at of Electron's `BrowserWindow`. */
export interface CallingWindow {
  isDestroyed(): boolean;
  readonly webContents: CallingContents;
}

/**
 * Whether a call comes from the main frame of our window, with our page in it: not from another window, a frame inside of
 * ours, or a page that the window was led to.
 *
 * @param window the one that may call; null: there is none
 * @param origin of our page, without a slash at its end
 */
export function isOurWindow(call: Call, window: CallingWindow | null, origin: string): boolean {
  const frame = call.senderFrame;
  if (window === null || window.isDestroyed() || frame === null) return false;
  const { webContents } = window;
  return call.sender === webContents && frame === webContents.mainFrame && frame.url.startsWith(`${origin}/`);
}

/** Decides who may call main. Uses structural types, so that it can be tested without Electron. */

/** The used part of Electron's `WebFrameMain`. */
export interface CallingFrame {
  readonly url: string;
}

/** The used part of Electron's `WebContents`. */
export interface CallingContents {
  readonly mainFrame: CallingFrame;
}

/** The used part of Electron's `IpcMainInvokeEvent`. */
export interface Call {
  readonly sender: CallingContents;
  /** null: the frame no longer exists. */
  readonly senderFrame: CallingFrame | null;
}

/** The used part of Electron's `BrowserWindow`. */
export interface CallingWindow {
  isDestroyed(): boolean;
  readonly webContents: CallingContents;
}

/**
 * Whether a call comes from the main frame of our window with our page in it, and not from another window, a nested
 * frame, or a foreign page that the window navigated to.
 *
 * @param window the only window that may call; null: none
 * @param origin of our page, without a trailing slash
 */
export function isOurWindow(call: Call, window: CallingWindow | null, origin: string): boolean {
  const frame = call.senderFrame;
  if (window === null || window.isDestroyed() || frame === null) return false;
  const { webContents } = window;
  return call.sender === webContents && frame === webContents.mainFrame && frame.url.startsWith(`${origin}/`);
}

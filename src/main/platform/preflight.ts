/**
 * Runs the label checks in a window process of its own, in Chromium's sandbox: without Node, files, network or
 * environment. It has no window and no page, only its preload. A utility process of Electron has no sandbox, and ignores
 * Node's permission model.
 */
import { session as sessions, WebContentsView, type Session } from 'electron';
import { channels } from '../../shared/channels.ts';
import type { StartPreflight } from '../labels/preflight-process.ts';
import type { PreflightLibraries } from '../../preflight/messages.ts';
import { memoryOf } from './process-memory.ts';
import { blankPage, serveBlankPage } from './protocol.ts';
import { cutOff, denyPermissions } from './window.ts';

export interface PreflightOptions {
  /** Path of the built program, a preload. */
  program: string;
  libraries: () => Promise<PreflightLibraries>;
}

/** A separate in-memory session: nothing of the window's is in it, and its only page is blank. */
const partition = 'documents';
let prepared: Promise<Session> | undefined;

async function prepareSession(session: Session): Promise<Session> {
  denyPermissions(session);
  serveBlankPage(session);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url !== blankPage }));
  await cutOff(session);
  return session;
}

/** A view that nothing refers to is destroyed. */
const running = new Set<WebContentsView>();

export function preflightStarter({ program, libraries }: PreflightOptions): StartPreflight {
  return (listener) => {
    const session = sessions.fromPartition(partition);
    const view = new WebContentsView({
      webPreferences: {
        preload: program,
        session,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
        // Nobody sees it, and it works anyway.
        backgroundThrottling: false,
      },
    });
    const { webContents } = view;
    running.add(view);
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      running.delete(view);
      if (!webContents.isDestroyed()) webContents.close();
      listener.ended();
    };
    webContents.on('render-process-gone', over);
    webContents.once('destroyed', over);
    webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    webContents.on('will-navigate', (event) => event.preventDefault());
    webContents.ipc.on(channels.preflight, (_event, reply: unknown) => {
      if (!isOver) listener.said(reply);
    });
    const begin = async () => {
      prepared ??= prepareSession(session);
      const [given] = await Promise.all([libraries(), prepared]);
      if (isOver) return;
      await webContents.loadURL(blankPage);
      webContents.send(channels.preflight, given);
    };
    begin().catch((error: unknown) => {
      if (!isOver) listener.said({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
    });
    return {
      send: (request) => webContents.send(channels.preflight, request),
      memory: () => memoryOf(isOver ? 0 : webContents.getOSProcessId()),
      // Killed instead of asked to exit, because rendering a page may never end.
      end() {
        const pid = isOver ? 0 : webContents.getOSProcessId();
        try {
          if (pid > 0) process.kill(pid, 'SIGKILL');
          else over();
        } catch {
          // The process has already exited, which its event reports.
        }
      },
    };
  };
}

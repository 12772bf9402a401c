/** The preflight process: a window without a page, in Chromium's sandbox. It speaks to main and to nobody else. */
import { ipcRenderer } from 'electron';
import { channels } from '../shared/channels.ts';
import type { PreflightMessage } from './messages.ts';
import { preflightProgram } from './program.ts';

const hear = preflightProgram((reply) => ipcRenderer.send(channels.preflight, reply));

ipcRenderer.on(channels.preflight, (_event, message: PreflightMessage) => hear(message));

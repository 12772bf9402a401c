/** The transport between window and main, and nothing else: one channel of calls, one of pushes. */
import { contextBridge, ipcRenderer } from 'electron';
import { channels, type WindowBackend } from '../shared/channels.ts';

const backend: WindowBackend = {
  call: (group, name, argument) => ipcRenderer.invoke(channels.call, group, name, argument),
  on(push, listener) {
    const forward = (_event: unknown, name: string, payload: unknown) => {
      if (name === push) listener(payload);
    };
    ipcRenderer.on(channels.push, forward);
    return () => ipcRenderer.off(channels.push, forward);
  },
};

contextBridge.exposeInMainWorld('backend', backend);

/** Runs the label checks in a utility process of the app. */
import { app, utilityProcess } from 'electron';
import type { StartPreflight } from '../labels/preflight-process.ts';
import type { PreflightReply } from '../labels/preflight-program.ts';

/** A document that takes the process over learns nothing from it. Windows starts nothing without its folder. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(SystemRoot|TZ)$/i.test(name)),
) as Record<string, string>;

/** @param entry path of the built program */
export function preflightStarter(entry: string): StartPreflight {
  return (listener) => {
    const child = utilityProcess.fork(entry, [], {
      serviceName: 'Depot Desk label checks',
      stdio: 'ignore',
      env: environment,
    });
    child.on('message', (reply: PreflightReply) => listener.said(reply));
    child.once('exit', () => listener.ended());
    return {
      send: (request) => child.postMessage(request),
      memory() {
        const metric = app.getAppMetrics().find(({ pid }) => pid === child.pid);
        return metric === undefined ? null : metric.memory.workingSetSize * 1024;
      },
      // Killed instead of asked to exit, because rendering a page may never end.
      end() {
        try {
          if (child.pid === undefined) child.kill();
          else process.kill(child.pid, 'SIGKILL');
        } catch {
          // The process has already exited, which the exit event reports.
        }
      },
    };
  };
}

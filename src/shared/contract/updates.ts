/** Calls for updates of the app itself. */
import { z } from '../schemas.ts';
import { call } from '../calls.ts';
import { channelName, mostUpdateAddress, type UpdatesView } from '../updates.ts';
import { nothing } from './arguments.ts';

export const updatesCalls = {
  updates: {
    get: call<UpdatesView>()(nothing),
    /** Looks for an update now. Resolves when it is known, and fetched if there is one. */
    look: call<UpdatesView>()(nothing),
    /**
     * Main asks the user in a dialog of its own, which names the host. Fails with `update.address` for an address that is
     * not `https` or holds more than a folder.
     */
    setSource: call<UpdatesView>()(
      z.strictObject({ address: z.string().max(mostUpdateAddress), channel: z.string().regex(channelName) }),
    ),
    turnOff: call<UpdatesView>()(nothing),
    /** Installs the update that is ready, as soon as nothing is being sent or printed. */
    install: call<UpdatesView>()(nothing),
    /** Does not install after all, while it waits. */
    dontInstall: call<UpdatesView>()(nothing),
  },
} as const;

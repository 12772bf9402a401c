/** Must fail lint: Electron stays in platform. */
import { app } from 'electron';

export const version = () => app.getVersion();

/** Must fail lint: only renderer/lib/backend.ts reads window.backend. */
declare global {
  interface Window {
    backend: unknown;
  }
}

export const backend = () => window.backend;

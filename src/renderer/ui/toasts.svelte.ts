/** Short messages about something that just happened. Errors stay until they are dismissed. */
interface Toast {
  id: number;
  kind: 'info' | 'positive' | 'error';
  text: string;
}

class Toasts {
  list = $state.raw<Toast[]>([]);
  #nextId = 1;

  /** @param text one short sentence */
  show(kind: Toast['kind'], text: string): void {
    const toast = { id: this.#nextId++, kind, text };
    this.list = [...this.list.slice(-3), toast];
    if (kind !== 'error') setTimeout(() => this.dismiss(toast.id), 6_000);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();

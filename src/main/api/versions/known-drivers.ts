/**
 * Remembers drivers seen in answers, to resolve the free strings by which v0.2b names them: an id, an e-mail address or
 * a phone number (resolved, Reading).
 */
import { isObject } from './json.ts';

const plainPhone = (text: string) => text.replaceAll(/\D+/g, '').replace(/^00/, '');

export class KnownDrivers {
  /** null: two drivers share the name, so it identifies neither. */
  private readonly ids = new Map<string, string | null>();

  /** @param driver a driver as the service sent it; any other value is ignored */
  learn(driver: unknown): void {
    if (!isObject(driver) || typeof driver['id'] !== 'string') return;
    const id = driver['id'];
    const { email, phone } = driver;
    this.add(id, id);
    this.add(id.slice(id.lastIndexOf('/') + 1), id);
    if (typeof email === 'string' && email !== '') this.add(email.toLowerCase(), id);
    if (typeof phone === 'string' && plainPhone(phone).length >= 6) this.add(plainPhone(phone), id);
  }

  /** The driver's id, or the identifier itself if it matches no driver. */
  idOf(identifier: string): string {
    const text = identifier.trim();
    for (const name of [text, text.toLowerCase(), plainPhone(text)]) {
      const id = this.ids.get(name);
      if (id != null) return id;
    }
    return identifier;
  }

  private add(name: string, id: string): void {
    const known = this.ids.get(name);
    this.ids.set(name, known === undefined || known === id ? id : null);
  }
}

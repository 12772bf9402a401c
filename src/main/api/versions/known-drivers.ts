/**
 * Drivers that passed by, so that the free strings by which v0.2b names them can be told: an id, an e-mail address or a
 * telephone number (resolved, Reading).
 */
import { isObject } from './json.ts';

const plainPhone = (text: string) => text.replaceAll(/\D+/g, '').replace(/^00/, '');

export class KnownDrivers {
  private readonly ids = new Map<string, string>();

  /** @param driver one as the service said it; what is none is passed over */
  learn(driver: unknown): void {
    if (!isObject(driver) || typeof driver['id'] !== 'string') return;
    const id = driver['id'];
    this.ids.set(id, id);
    this.ids.set(id.slice(id.lastIndexOf('/') + 1), id);
    const { email, phone } = driver;
    if (typeof email === 'string' && email !== '') this.ids.set(email.toLowerCase(), id);
    if (typeof phone === 'string' && plainPhone(phone).length >= 6) this.ids.set(plainPhone(phone), id);
  }

  /** The driver's id, or the identifier itself while nobody is known by it. */
  idOf(identifier: string): string {
    const text = identifier.trim();
    return (
      this.ids.get(text) ?? this.ids.get(text.toLowerCase()) ?? this.ids.get(plainPhone(text) || text) ?? identifier
    );
  }
}

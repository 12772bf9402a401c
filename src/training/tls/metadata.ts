/**
 * The three functions of the metadata proposal that the dependency injection of @peculiar/x509 needs on import. It only
 * looks up constructor parameters that were never recorded, so a plain map is enough. Import this before
 * @peculiar/x509.
 */

const records = new WeakMap<object, Map<unknown, unknown>>();

const readOwn = (key: unknown, target: object): unknown => records.get(target)?.get(key);

function read(key: unknown, target: object): unknown {
  for (let at: object | null = target; at !== null; at = Reflect.getPrototypeOf(at)) {
    const found = readOwn(key, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function define(key: unknown, value: unknown, target: object): void {
  const known = records.get(target) ?? new Map<unknown, unknown>();
  records.set(target, known.set(key, value));
}

if (!('getMetadata' in Reflect)) {
  Object.assign(Reflect, { getMetadata: read, getOwnMetadata: readOwn, defineMetadata: define });
}

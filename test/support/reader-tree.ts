/** What a screen reader is given: the accessibility tree of Chromium, not the elements that it is made from. */
import type { CDPSession, Page } from 'playwright';

/** A node of the tree, without those that readers skip. */
export interface Heard {
  role: string;
  /** Its own name; of a text the text itself. */
  name: string;
  /** Such as `expanded`, `selected`, `level`. */
  states: Readonly<Record<string, unknown>>;
  inside: readonly Heard[];
}

interface Node {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
  parentId?: string;
  childIds?: string[];
}

const session = (window: Page): Promise<CDPSession> => window.context().newCDPSession(window);

/** The whole tree of the window. Nodes that readers skip are replaced by what is inside them. */
export async function readerTree(window: Page): Promise<Heard> {
  const client = await session(window);
  try {
    const { nodes } = (await client.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const heard = (node: Node): Heard[] => {
      const inside = (node.childIds ?? []).flatMap((id) => {
        const child = byId.get(id);
        return child === undefined ? [] : heard(child);
      });
      const role = node.role?.value ?? '';
      // Lines of a text repeat it.
      if (role === 'InlineTextBox') return [];
      if (node.ignored) return inside;
      const states = Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value]));
      return [{ role, name: node.name?.value ?? '', states, inside }];
    };
    const root = nodes.find(({ parentId }) => parentId === undefined);
    if (root === undefined) throw new Error('the window has no accessibility tree');
    return { role: 'root', name: '', states: {}, inside: heard(root) };
  } finally {
    await client.detach();
  }
}

/** All nodes of a role below a node. */
export function allOf({ inside }: Heard, role: string): Heard[] {
  return inside.flatMap((node) => [...(node.role === role ? [node] : []), ...allOf(node, role)]);
}

/** The only node with a role and a name. @throws when there is none, or there are several */
export function oneOf(tree: Heard, role: string, name: string | RegExp): Heard {
  const found = allOf(tree, role).filter((node) =>
    typeof name === 'string' ? node.name === name : name.test(node.name),
  );
  if (found.length !== 1) throw new Error(`${found.length} nodes are a ${role} called ${String(name)}`);
  return found[0]!;
}

/** What is read of a node: its name, else the texts inside it. */
export function saidBy(node: Heard): string {
  return node.name !== ''
    ? node.name
    : allOf(node, 'StaticText')
        .map(({ name }) => name)
        .join(' ');
}

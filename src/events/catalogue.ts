import type { EventType } from '../platform/events/index.ts';
import { holdsScope } from '../platform/tokens/index.ts';
import type { PublishedEvent, Viewer } from './types.ts';

/** The types of events there are, by name. */
export type Catalogue = {
  list(): readonly EventType[];
  find(name: string): EventType | undefined;
  /** True if the viewer's scopes, and the event's own limit to one client, let him see it. */
  isVisible(event: Pick<PublishedEvent, 'type' | 'clientId'>, viewer: Viewer): boolean;
};

/** A catalogue over what modules contribute, read when it is first asked: by then every module is open. */
export function createCatalogue(types: () => readonly EventType[]): Catalogue {
  let known: ReadonlyMap<string, EventType> | undefined;
  const byName = () => {
    known ??= new Map(
      [...types()].sort((a, b) => (a.name < b.name ? -1 : 1)).map((type) => [type.name, type]),
    );
    return known;
  };
  return {
    list: () => [...byName().values()],
    find: (name) => byName().get(name),
    isVisible({ type, clientId }, viewer) {
      const found = byName().get(type);
      if (found === undefined || !holdsScope(viewer.scopes, found.scope)) return false;
      return clientId === undefined || clientId === viewer.clientId;
    },
  };
}

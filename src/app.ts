import { accessModule } from './access/module.ts';
import { accountsModule } from './accounts/module.ts';
import { auditModule } from './audit/module.ts';
import { backupModule } from './backup/module.ts';
import { captureModule } from './capture/module.ts';
import { casesModule } from './cases/module.ts';
import { companiesModule } from './companies/module.ts';
import { consoleModule } from './console/module.ts';
import { demoModule } from './demo/module.ts';
import { documentationModule } from './documentation/module.ts';
import { engineModule } from './engine/module.ts';
import { eventsModule } from './events/module.ts';
import { facesModule } from './faces/module.ts';
import { imagesModule } from './images/module.ts';
import { importsModule } from './imports/module.ts';
import { keysModule } from './keys/module.ts';
import { livenessModule } from './liveness/module.ts';
import type { Module } from './module.ts';
import { peopleModule } from './people/module.ts';
import { type AuditActions, logAuditActions } from './platform/audit/index.ts';
import { type ConfigOf, loadConfig, type SettingsGroups } from './platform/config/index.ts';
import { encryptionSealedTables, type SealedTable } from './platform/encryption/index.ts';
import { type IdKind, sharedIdKinds } from './platform/ids.ts';
import { storageSettings } from './platform/storage-settings.ts';
import { privacyModule } from './privacy/module.ts';
import { profilesModule } from './profiles/module.ts';
import { registryModule } from './registry/module.ts';
import { sandboxModule } from './sandbox/module.ts';
import { serviceModule } from './service/module.ts';
import { setupModule } from './setup/module.ts';
import { watchesModule } from './watches/module.ts';
import { webSettings } from './web/settings.ts';

// The only list of modules. A module may use those before it.
const listed = [
  sandboxModule,
  setupModule,
  serviceModule,
  demoModule,
  accessModule,
  accountsModule,
  imagesModule,
  engineModule,
  registryModule,
  peopleModule,
  importsModule,
  companiesModule,
  livenessModule,
  facesModule,
  captureModule,
  consoleModule,
  documentationModule,
  profilesModule,
  casesModule,
  privacyModule,
  auditModule,
  eventsModule,
  watchesModule,
  keysModule,
  backupModule,
] as const;

/** Every module, in the order they are opened in. */
export const modules = listed as unknown as readonly Module[];

type ToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type Groups = typeof webSettings &
  typeof storageSettings &
  ToIntersection<(typeof listed)[number]['settings']>;

/** The settings of the server, the storage and every module, by group. */
export const settingsGroups = Object.assign(
  {},
  webSettings,
  storageSettings,
  ...listed.map(({ settings }) => settings),
) as Groups;

/** The configuration of the whole service, by group. */
export type Config = ConfigOf<Groups>;

/** The configuration that variables make; see `loadConfig` of the platform. */
export function loadAppConfig(env: Readonly<Record<string, string | undefined>>, coreCount?: number): Config {
  return loadConfig(env, settingsGroups, coreCount);
}

/** The groups of a configuration that belong to a module. */
export function settingsOf<Own extends SettingsGroups>(
  config: Config,
  { settings }: { readonly settings: Own },
): ConfigOf<Own> {
  const all = config as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(settings).map((name) => [name, all[name]])) as ConfigOf<Own>;
}

/** Every table whose rows hold sealed keys. */
export const sealedTables: readonly SealedTable[] = [
  ...encryptionSealedTables,
  ...modules.flatMap((module) => module.sealedTables),
];

/** Every action of the audit log, sorted by name. */
export const auditActions: AuditActions = Object.fromEntries(
  requireDistinct(
    [logAuditActions, ...modules.map((module) => module.auditActions)].flatMap(Object.entries),
    ([action]) => action,
  ).sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** Every kind of identifiers. */
export const idKinds: readonly IdKind[] = requireDistinct(
  [...sharedIdKinds, ...modules.flatMap((module) => module.idKinds)],
  ({ prefix }) => prefix,
);

/** A copy of the list. Throws a TypeError when two of its items have the same name. */
export function requireDistinct<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) throw new TypeError(`there are two of ${name}`);
    seen.add(name);
  }
  return [...items];
}

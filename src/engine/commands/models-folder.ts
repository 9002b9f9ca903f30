import { resolve } from 'node:path';
import { type ConfigOf, loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { storageSettings } from '../../platform/storage-settings.ts';
import type { InstalledOutcome } from '../packs/install-pack.ts';
import { packsDirectoryOf } from '../packs/packs-folder.ts';
import { engineSettings } from '../settings.ts';

const groups = { ...storageSettings, ...engineSettings };

/** The configuration, and the folder of packs it means. */
export function findModelsFolder(): { readonly config: ConfigOf<typeof groups>; readonly directory: string } {
  const config = loadConfig(readEnvironment(), groups);
  const directory = resolve(packsDirectoryOf(config.storage.dataDir, config.engine.modelsDir));
  return { config, directory };
}

/** An outcome for programs, with the pack. */
export function describeOutcome({ id, manifest, outcome }: InstalledOutcome) {
  const flags = { isNew: outcome === 'installed', isRepaired: outcome === 'repaired' };
  return { id, role: manifest.role, licence: manifest.licence, ...flags };
}

/** The same outcome for people. */
export function wordOf(outcome: { readonly isNew: boolean; readonly isRepaired: boolean }): string {
  return outcome.isNew ? 'installed' : outcome.isRepaired ? 'repaired' : 'installed already';
}

export { type CalibratedPack, calibratePack } from './calibrate-pack.ts';
export { listPacks, type PackSummary } from './describe-packs.ts';
export { addPack, type PackVerdict, verifyPacks } from './install-pack.ts';
export { loadEnginePacks } from './load-engine-packs.ts';
export type { PackManifest } from './pack-manifest.ts';
export { packsDirectoryOf } from './packs-folder.ts';
export { type PullProgress, pullPack } from './pull-pack.ts';
export { autoPullPack } from './set-up-packs.ts';
export { packagedNames, usePack } from './use-pack.ts';

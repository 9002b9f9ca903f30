export { type CalibratedPack, calibratePack } from './calibrate-pack.ts';
export { describePack, listPacks, type PackSummary } from './describe-packs.ts';
export { addPack } from './install-pack.ts';
export { loadEnginePacks } from './load-engine-packs.ts';
export type { PackManifest } from './pack-manifest.ts';
export { packsDirectoryOf } from './packs-folder.ts';
export { type PullProgress, pullPack } from './pull-pack.ts';
export { packagedNames, usePack } from './use-pack.ts';
export { type PackVerdict, verifyPacks } from './verify-packs.ts';

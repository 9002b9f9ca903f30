export { checkNetworks, type NetworksToCheck } from './check-networks.ts';
export { createOnnxFaceEngine, type OnnxFaceEngineOptions } from './create-onnx-face-engine.ts';
export type { DetectorPack, EnginePacks, LivenessNetworks, RecognitionPack } from './engine-packs.ts';
export { thresholdAt } from './recognition.ts';

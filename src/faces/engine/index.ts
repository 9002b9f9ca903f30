export { createOnnxFaceEngine, type OnnxFaceEngineOptions } from './create-onnx-face-engine.ts';

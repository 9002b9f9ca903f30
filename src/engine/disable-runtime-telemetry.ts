import { setProcessVariable } from '../platform/config/index.ts';

/**
 * Keeps ONNX Runtime from reporting its use to its maker and from leaving log files for it in the temporary
 * folder, which its binaries for Linux do since 1.30 unless told otherwise. Must run in the main thread before any
 * thread loads the runtime.
 */
export function disableRuntimeTelemetry(): void {
  setProcessVariable('ORT_DISABLE_TELEMETRY', '1');
}

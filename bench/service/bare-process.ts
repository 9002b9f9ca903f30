import { measureBareOnnx } from '../face/bare-onnx.ts';
import { answerCalls } from './calls.ts';

/* The networks alone, in a process of their own: a run blocks its thread. */

const handlers = {
  measure: (options: { dataDir: string; rounds: number }) => measureBareOnnx(options),
};

export type BareHandlers = typeof handlers;

answerCalls(handlers);

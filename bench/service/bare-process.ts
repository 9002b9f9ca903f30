import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { measureBareOnnx } from '../face/bare-onnx.ts';
import { measureParts } from '../face/measure-parts.ts';
import { answerCalls } from './calls.ts';
import { sidePx } from './prepare-person.ts';

/* The networks alone, in a process of their own: a run blocks its thread. */

const handlers = {
  measure: (options: { rounds: number }) => measureBareOnnx(options),
  async measureParts() {
    const [, received] = (await cutDemoPhotos(sidePx)).sameWoman;
    return await measureParts({ photo: received });
  },
};

export type BareHandlers = typeof handlers;

answerCalls(handlers);

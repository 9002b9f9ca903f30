import { ConversionProcess } from './conversion-process.ts';
import { type ConversionLimits, ConversionTurns, type PhotoSender } from './conversion-turns.ts';
import { inspectPhoto } from './inspect-photo.ts';
import type { CleanPhoto, PhotoInfo } from './types.ts';

export type PhotoConverterOptions = {
  readonly limits?: ConversionLimits;
  /** Processor time for one photo; 10,000 by default. */
  readonly processorMs?: number;
  /** Time for one photo; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Replaces what decodes, for tests. */
  readonly module?: URL;
};

/** Converts photos to JPEG when the decoder of their format has no time limit. */
export type PhotoConverter = {
  /**
   * An AVIF as an upright JPEG of quality 95 in sRGB, without metadata. `info` is what `inspectPhoto` said of the
   * bytes. Rejects with `image_undecodable` when it is damaged or takes over ten seconds of processor time, and with
   * `image_conversion_busy` when too many photos wait, the machine is too busy or the sender has gone.
   */
  convert(bytes: Uint8Array, info: PhotoInfo, sender: PhotoSender): Promise<CleanPhoto>;
  /** Ends what is under way and refuses what waits. */
  close(): void;
};

const defaultLimits: ConversionLimits = { inAll: 16, ofClient: 8, ofPerson: 2, waitMs: 20_000 };

/** A converter with a process of its own, which is started with the first photo and stays. */
export function createPhotoConverter(options: PhotoConverterOptions = {}): PhotoConverter {
  const turns = new ConversionTurns(options.limits ?? defaultLimits);
  const process = new ConversionProcess({
    processorMs: options.processorMs ?? 10_000,
    timeoutMs: options.timeoutMs ?? 60_000,
    module: options.module ?? new URL('./convert-child.ts', import.meta.url),
  });
  return {
    async convert(bytes, { width, height }, sender) {
      const maxPixels = width * height;
      const jpeg = await turns.run(sender, (signal) => process.convert({ bytes, maxPixels }, signal));
      return { bytes: jpeg, info: inspectPhoto(jpeg, { maxPixels }) };
    },
    close() {
      turns.close();
      process.close();
    },
  };
}

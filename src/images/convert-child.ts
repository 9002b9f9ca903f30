import sharp from 'sharp';
import type { ConversionAnswer, ConversionRequest } from './conversion-process.ts';

/** JPEG quality of converted photos, without chroma subsampling: far over what the eye or a network sees. */
const convertedQuality = 95;

/** Stands behind transparent parts, as where photos of other formats are decoded. */
const transparentBackground = '#808080';

sharp.cache(false);
sharp.concurrency(1);

process.on('message', ({ bytes, maxPixels }: ConversionRequest) => {
  void convert(bytes, maxPixels).then(
    (jpeg) => process.send?.({ jpeg } satisfies ConversionAnswer),
    () => process.send?.({} satisfies ConversionAnswer),
  );
});
// The service has ended. A decoder at work would hold an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

function convert(bytes: Uint8Array, maxPixels: number): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .flatten({ background: transparentBackground })
    .toColourspace('srgb')
    .jpeg({ quality: convertedQuality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/**
 * Writes three photos of real faces to try the service with: `first.jpg` and `second.jpg` show the same woman on
 * different days, `other.jpg` another woman. They are cut out of sample photos that arrive inside an npm package.
 *
 *   npx node examples/write-sample-photos.ts <folder>
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutDemoPhotos } from '../src/demo/demo-photos.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node examples/write-sample-photos.ts <folder>');

const { sameWoman, otherWomen } = await cutDemoPhotos();
const [other] = otherWomen;
if (other === undefined) throw new Error('The sample photos are missing');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'first.jpg'), sameWoman[0]);
await writeFile(join(folder, 'second.jpg'), sameWoman[1]);
await writeFile(join(folder, 'other.jpg'), other);

/** The photos of real people that tests use. They come out of an npm package at run time; none is committed. */
export {
  cutDemoPhotos as cutFacePhotos,
  type DemoPhotos as FacePhotos,
  readSamplePhoto,
} from '../../src/demo/demo-photos.ts';

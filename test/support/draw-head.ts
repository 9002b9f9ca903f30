export {
  type DrawnPose,
  drawHead,
  drawPrint,
  drawSurface,
  head,
  headPoses,
  type Surface,
} from '../../src/demo/draw-head.ts';

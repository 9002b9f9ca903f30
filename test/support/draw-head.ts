export {
  type DrawnPose,
  drawHead,
  drawPrint,
  drawSurface,
  head,
  headPoses,
  poseOfFrame,
  type Surface,
} from '../../src/demo/draw-head.ts';

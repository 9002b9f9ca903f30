export {
  type DrawnPose,
  drawHead,
  drawPrint,
  drawSurface,
  head,
  type Surface,
} from '../../src/demo/draw-head.ts';

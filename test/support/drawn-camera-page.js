// Runs in the page, before its own code; see drawn-camera.ts.
{
  const state = globalThis.drawnCamera;
  const devices = navigator.mediaDevices;
  devices.enumerateDevices = async () =>
    ['Frontal', 'USB'].map((label, index) => ({
      kind: 'videoinput',
      label,
      deviceId: `drawn-${index}`,
      groupId: '',
    }));
  const side = 620;
  const faces = new Map();
  // Drawn in strips, once for each pose: the head moves in steps and mostly rests.
  const findFace = (photo, yaw, pitch) => {
    const pose = `${yaw.toFixed(2)} ${pitch.toFixed(2)}`;
    if (faces.has(pose)) return faces.get(pose);
    const radius = side / 2;
    const sourceOf = (at, turned) =>
      radius + radius * Math.sin(Math.max(-1.5, Math.min(1.5, Math.asin((at - radius) / radius) - turned)));
    const [aside, face] = [new OffscreenCanvas(side, side), new OffscreenCanvas(side, side)];
    const [first, second] = [aside.getContext('2d'), face.getContext('2d')];
    for (let x = 0; x < side; x += 2) {
      first.drawImage(photo, (sourceOf(x, yaw) / side) * photo.width, 0, 2, photo.height, x, 0, 2, side);
    }
    for (let y = 0; y < side; y += 2) {
      second.drawImage(aside, 0, Math.min(sourceOf(y, -pitch), side - 2), side, 2, 0, y, side, 2);
    }
    faces.set(pose, face);
    return face;
  };
  devices.getUserMedia = async () => {
    if (state.behaviour !== 'works') throw new DOMException('refused', state.behaviour);
    const photo = new Image();
    photo.src = state.address;
    await photo.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    const context = canvas.getContext('2d');
    let [yaw, pitch] = [0, 0];
    const draw = () => {
      const root = document.querySelector('confere-capture')?.shadowRoot;
      const kind = root?.querySelector('.view')?.dataset.arrow ?? '';
      const target = { left: 0.9, right: -0.9 }[kind] ?? 0;
      yaw += Math.max(-0.06, Math.min(0.06, target - yaw));
      pitch += Math.max(-0.04, Math.min(0.04, (kind === 'up' ? 0.4 : 0) - pitch));
      context.fillStyle = '#9aa';
      context.fillRect(0, 0, 1280, 720);
      context.drawImage(findFace(photo, yaw, pitch), 330, 50);
      // No two pictures of a camera are the same.
      context.fillStyle = `hsl(${Math.random() * 360} 50% 50%)`;
      context.fillRect(0, 0, 40, 40);
    };
    draw();
    const timer = setInterval(draw, 50);
    const stream = canvas.captureStream(20);
    for (const track of stream.getTracks()) {
      state.tracks.push(track);
      const stop = track.stop.bind(track);
      track.stop = () => {
        clearInterval(timer);
        stop();
      };
    }
    return stream;
  };
}

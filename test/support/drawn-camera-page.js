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
      const [side, left, top] = [620, 330, 50];
      const radius = side / 2;
      const turned = new OffscreenCanvas(side, side);
      const first = turned.getContext('2d');
      for (let x = 0; x < side; x += 2) {
        const angle = Math.asin((x - radius) / radius);
        const source = radius + radius * Math.sin(Math.max(-1.5, Math.min(1.5, angle - yaw)));
        first.drawImage(photo, (source / side) * photo.width, 0, 2, photo.height, x, 0, 2, side);
      }
      for (let y = 0; y < side; y += 2) {
        const angle = Math.asin((y - radius) / radius);
        const source = radius + radius * Math.sin(Math.max(-1.5, Math.min(1.5, angle + pitch)));
        context.drawImage(turned, 0, Math.min(source, side - 2), side, 2, left, top + y, side, 2);
      }
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

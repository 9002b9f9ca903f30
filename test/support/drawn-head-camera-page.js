// Runs in the page, before its own code; see drawn-head-camera.ts.
{
  const { frames } = globalThis.drawnHead;
  const tracks = [];
  globalThis.drawnHead.tracks = tracks;
  const devices = navigator.mediaDevices;
  devices.enumerateDevices = async () => [
    { kind: 'videoinput', label: 'Frontal', deviceId: 'drawn', groupId: '' },
  ];
  devices.getUserMedia = async () => {
    const images = await Promise.all(
      frames.map(async ({ yaw, pitch, address }) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return { yaw, pitch, image };
      }),
    );
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    const context = canvas.getContext('2d');
    const now = { yaw: 0, pitch: 0 };
    const approach = (from, to) => from + Math.max(-2, Math.min(2, to - from));
    let count = 0;
    const draw = () => {
      const root = document.querySelector('confere-capture')?.shadowRoot;
      const kind = root?.querySelector('.view')?.dataset.arrow ?? '';
      // The page missed the way to the pose.
      const hint = root?.querySelector('.hint')?.textContent ?? '';
      const share = /^(Volte um pouco|Come back a little)/.test(hint) ? 0.4 : 1;
      now.yaw = approach(now.yaw, share * ({ left: 36, right: -36 }[kind] ?? 0));
      now.pitch = approach(now.pitch, kind === 'up' ? share * 27 : 0);
      const away = ({ yaw, pitch }) => Math.abs(yaw - now.yaw) + Math.abs(pitch - now.pitch);
      const { image } = images.reduce((best, each) => (away(each) < away(best) ? each : best));
      count++;
      context.fillStyle = '#9aa';
      context.fillRect(0, 0, 1280, 720);
      context.drawImage(image, 310 + 2 * Math.sin(count / 3), 30 + 2 * Math.cos(count / 5), 660, 660);
      // No two frames of a camera are alike.
      for (let i = 0; i < 400; i++) {
        context.fillStyle = `rgb(${Math.random() * 255} 128 128 / .04)`;
        context.fillRect(Math.random() * 1280, Math.random() * 720, 24, 24);
      }
    };
    draw();
    const timer = setInterval(draw, 60);
    const stream = canvas.captureStream(15);
    for (const track of stream.getTracks()) {
      tracks.push(track);
      const stop = track.stop.bind(track);
      track.stop = () => {
        clearInterval(timer);
        stop();
      };
    }
    return stream;
  };
}

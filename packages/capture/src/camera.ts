/** Reasons why there is no camera picture, as far as browsers tell them. */
export type CameraProblem = 'not_allowed' | 'not_found' | 'not_readable' | 'not_supported' | 'stopped';

export class CameraError extends Error {
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem) {
    super(problem);
    this.name = 'CameraError';
    this.problem = problem;
  }
}

const longestSidePx = 960;

/** The camera: its stream, its choice, stills of it. */
export class Camera {
  readonly video: HTMLVideoElement;
  #stream: MediaStream | undefined;
  #onStopped: () => void = () => undefined;

  constructor() {
    this.video = document.createElement('video');
    this.video.muted = true;
    this.video.playsInline = true;
    this.video.setAttribute('aria-hidden', 'true');
  }

  /** Opens a camera, the one that faces the person unless an id is given. Rejects with a {@link CameraError}. */
  async open(deviceId?: string): Promise<void> {
    this.stop();
    if (navigator.mediaDevices?.getUserMedia === undefined) throw new CameraError('not_supported');
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
    const which = deviceId === undefined ? { facingMode: 'user' } : { deviceId: { exact: deviceId } };
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { ...which, ...size },
      });
      this.#stream.getVideoTracks()[0]?.addEventListener('ended', () => this.#onStopped());
      this.video.srcObject = this.#stream;
      await this.video.play();
    } catch (error) {
      this.stop();
      throw new CameraError(toProblem(error));
    }
  }

  /** Calls back when the camera ends by itself: unplugged, or taken back by the system. */
  onStopped(callback: () => void): void {
    this.#onStopped = callback;
  }

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  /** True when the picture is shown as in a mirror: always but for a camera that looks away from the person. */
  get isMirrored(): boolean {
    return this.#stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';
  }

  get deviceId(): string | undefined {
    return this.#stream?.getVideoTracks()[0]?.getSettings().deviceId;
  }

  async list(): Promise<MediaDeviceInfo[]> {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput');
  }

  /** The present picture, for `takeStill` later. */
  keepPicture(): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [this.video.videoWidth, this.video.videoHeight];
    canvas.getContext('2d')?.drawImage(this.video, 0, 0);
    return canvas;
  }

  /** A JPEG of the present picture, or of one that was kept: not mirrored, at most 960 pixels on its longer side. */
  async takeStill(maxBytes: number, kept?: HTMLCanvasElement): Promise<Blob> {
    const source = kept ?? this.video;
    const { videoWidth, videoHeight } = kept
      ? { videoWidth: kept.width, videoHeight: kept.height }
      : this.video;
    const canvas = document.createElement('canvas');
    let scale = Math.min(1, longestSidePx / Math.max(videoWidth, videoHeight));
    for (const quality of [0.9, 0.8, 0.7, 0.7]) {
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      const context = canvas.getContext('2d');
      if (context === null || canvas.width === 0) throw new CameraError('not_readable');
      context.drawImage(source, 0, 0, canvas.width, canvas.height);
      const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
      if (jpeg === null) throw new CameraError('not_readable');
      if (jpeg.size <= maxBytes) return jpeg;
      if (quality === 0.7) scale *= 0.6;
    }
    throw new CameraError('not_readable');
  }

  stop(): void {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.video.srcObject = null;
  }
}

function toProblem(error: unknown): CameraProblem {
  switch ((error as { name?: string }).name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'not_allowed';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'not_found';
    default:
      return 'not_readable';
  }
}

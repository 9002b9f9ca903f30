export { createFaceServiceServer, type FaceServiceServerOptions } from './create-face-service-server.ts';
export { digestNetworks } from './digest-networks.ts';
export { type FaceServiceClientOptions, openFaceServices } from './open-face-services.ts';

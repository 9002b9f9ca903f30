export { digestNetworks } from './analysis-message.ts';
export { createFaceServiceServer, type FaceServiceServerOptions } from './create-face-service-server.ts';
export { type FaceServiceClientOptions, openFaceServices } from './open-face-services.ts';

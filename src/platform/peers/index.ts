export {
  createPeerServer,
  type PeerServerOptions,
  readRequestBody,
  refuse,
  sendJson,
} from './create-peer-server.ts';

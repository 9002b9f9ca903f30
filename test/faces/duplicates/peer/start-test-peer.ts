import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FaceEngine } from '../../../../src/engine/index.ts';
import { createDuplicatesServer, createLocalIndex } from '../../../../src/faces/duplicates/index.ts';
import type { TestFaces } from '../../open-faces.ts';

export const peerSecret = 'a secret of thirty-two characters or more';

type Scope = { after(end: () => unknown): void };

/** An index of the faces of a test in two threads, that listens on a port of its own. */
export type TestPeer = { readonly url: string; readonly port: number; stop(): Promise<void> };

export async function startPeer(
  scope: Scope,
  { db, cipher, engine }: Pick<TestFaces, 'db' | 'cipher'> & { readonly engine: FaceEngine },
  { port = 0, isStarted = true }: { readonly port?: number; readonly isStarted?: boolean } = {},
): Promise<TestPeer> {
  const onError = (error: unknown) => assert.fail(String(error));
  const index = createLocalIndex({
    db,
    cipher,
    vectors: engine,
    threads: 2,
    pollIntervalMs: 3_600_000,
    onError,
  });
  const server = createDuplicatesServer({
    index,
    templateModels: () => engine.templateModels(),
    secret: peerSecret,
    requestTimeoutMs: 10_000,
    onError,
  });
  if (isStarted) {
    index.start();
    await index.loaded();
  }
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= closeServer(server).then(() => index.close());
    return stopping;
  };
  scope.after(stop);
  return { ...(await listen(server, port)), stop };
}

export async function listen(server: Server, port = 0): Promise<{ url: string; port: number }> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${actual}`, port: actual };
}

/** Cuts the open connections: a process that is gone answers nobody. */
export async function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections?.();
  await closed;
}

import { connect } from 'node:net';

/** Beginnings of requests after which nothing more comes. */
const beginnings: readonly string[] = [
  '',
  'POST',
  'POST /faces/authenticate HTTP/1.1\r\n',
  'POST /faces/authenticate HTTP/1.1\r\nHost: a\r\nContent-Type: application/js',
  'POST /oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant_type=',
  'PUT /v1/people/1/face HTTP/1.1\r\nHost: a\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
];

/** The server looks at its connections every half minute, beside the ten seconds a request may take. */
const closedWithinMs = 50_000;

/** Opens connections that stop in the middle, and says which of them the server did not end in its time. */
export async function checkSlowConnections(port: number): Promise<string[]> {
  const outcomes = await Promise.all(
    beginnings.map(async (beginning, index) => {
      const ended = await waitForEnd(port, beginning);
      return ended ? undefined : `slow connection ${index} is still open after ${closedWithinMs} ms`;
    }),
  );
  return outcomes.filter((outcome) => outcome !== undefined);
}

function waitForEnd(port: number, beginning: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (ended: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(ended);
    };
    const timer = setTimeout(() => finish(false), closedWithinMs);
    socket.on('end', () => finish(true));
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('data', () => {});
    socket.write(beginning);
  });
}

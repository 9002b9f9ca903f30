// Receives webhooks with the client library, which verifies them without a secret (v1a). Node 24:
//
//   CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... node receive-webhooks.ts 3000
import { createServer } from 'node:http';
import { createConfere, VerificationError, verifyWebhook } from '@confere/client';

const confere = createConfere({
  url: process.env.CONFERE_URL!,
  credentials: { clientId: process.env.CLIENT_ID!, clientSecret: process.env.CLIENT_SECRET! },
});

createServer(async (request, response) => {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const received = { headers: request.headers, body: Buffer.concat(pieces) };
    // #region verify
    const { payload } = await verifyWebhook<{ type: string }>(received, { keys: confere.keys });
    // #endregion
    console.log('verified', payload.type);
    response.writeHead(204).end();
  } catch (error) {
    // An error that nobody catches would end the program: a cut connection, or keys that cannot be fetched.
    response.writeHead(error instanceof VerificationError ? 400 : 500).end();
  }
}).listen(Number(process.argv[2]), '127.0.0.1');

// Receives webhooks with the npm package standardwebhooks:
//
//   WEBHOOK_SECRET=whsec_... node receive-webhooks.mjs 3000
import { createServer } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const secret = process.env.WEBHOOK_SECRET;

createServer(async (request, response) => {
  try {
    let rawBody = '';
    for await (const piece of request.setEncoding('utf8')) rawBody += piece;
    // #region verify
    const event = new Webhook(secret).verify(rawBody, request.headers);
    // #endregion
    console.log('verified', event.type);
    response.writeHead(204).end();
  } catch (error) {
    // An error that nobody catches would end the program: a cut connection is one.
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
}).listen(Number(process.argv[2]), '127.0.0.1');

// The first five tasks with the client library: a token, a reference photo, an authentication, its attempt, an
// execution. The second photo is another one of the person: the registered one is refused when it comes again. Node 24,
// or 20 after a build. In a checkout the library is built first: npm run build --workspace packages/client
// The client needs the scopes faces:write, faces:authenticate, attempts:read and executions:write.
//
//   CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... \
//     node first-tasks.ts 12345678909 registered.jpg selfie.jpg
import { createConfere, photoAddress } from '@confere/client';
import { photoFile } from '@confere/client/node';

const [cpf = '', registeredPath = '', selfiePath = ''] = process.argv.slice(2);
const registered = await photoFile(registeredPath);
const selfie = await photoFile(selfiePath);

// #region token
const confere = createConfere({
  url: process.env.CONFERE_URL!,
  credentials: { clientId: process.env.CLIENT_ID!, clientSecret: process.env.CLIENT_SECRET! },
});
// The library fetches a token with the first call, and renews it.
// #endregion

// #region register
await confere.registerFace({ cpf, legalBasis: 'consent', body: registered });
// #endregion
console.log('registered');

// #region authenticate
const answer = await confere.createFaceAuthentication({
  body: { peopleId: cpf, imageUrl: await photoAddress(selfie) },
});
// #endregion
console.log('match', answer.isMatch);

// #region attempt
const attempt = await confere.getFaceAuthentication({ attemptId: answer.id });
// #endregion
console.log('attempt', attempt.id);

// #region execution
const execution = await confere.createExecution({
  prefer: 'wait=10',
  body: { templateId: 'tpl_default_person', cpf },
});
// #endregion
console.log('execution', execution.status);

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Router } from 'wouter';
import { createQueries } from './api/queries.ts';
import { Entrance } from './session/entrance.tsx';
import { useHashPath } from './shell/hash-address.ts';
import { confereTheme, confereVariables } from './shell/theme.ts';

const queries = createQueries();
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
// For the style that dialogs hold the page still with.
setNonce(nonce);

/** The whole console. Addresses stand behind the #, so that it works below any path. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={confereTheme}
        cssVariablesResolver={confereVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Router hook={useHashPath}>
          <Entrance />
        </Router>
      </MantineProvider>
    </QueryClientProvider>
  );
}

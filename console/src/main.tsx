import './shell/mantine.css';
import './shell/console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { goBackToWay } from './shell/hash-address.ts';
import { startTexts } from './shell/texts.ts';

goBackToWay();
await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

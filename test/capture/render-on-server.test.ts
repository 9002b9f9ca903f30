import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';

const wrapper = new URL('../../packages/capture/src/react.ts', import.meta.url).href;

it('the React wrapper renders where there is no browser, as the element without its content', async () => {
  const { ConfereCapture } = (await import(wrapper)) as {
    ConfereCapture: FunctionComponent<Record<string, string>>;
  };
  const html = renderToString(
    createElement(ConfereCapture, {
      link: 'https://id.example/capture#c=1',
      language: 'pt-BR',
      className: 'mine',
    }),
  );
  assert.equal(
    html,
    '<confere-capture link="https://id.example/capture#c=1" lang="pt-BR" language="pt-BR" class="mine"></confere-capture>',
  );
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameApp, nameCamera } from '../../packages/capture/src/name-app.ts';

it('a browser is named with its version, and one inside an app as such', () => {
  const chrome = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';
  for (const [userAgent, name] of [
    [`${chrome} Mobile Safari/537.36`, 'Chrome 131'],
    [`${chrome} Safari/537.36 Edg/130.0.0.0`, 'Edge 130'],
    [chrome.replace('; K)', '; K; wv)'), 'Android WebView 131'],
    [chrome.replace('Chrome/', 'SamsungBrowser/27.0 Chrome/'), 'Samsung Internet 27'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132'],
    ['something else', undefined],
  ] as const) {
    assert.equal(nameApp(userAgent), name, userAgent);
  }
});

it('a camera is named without the numbers of the device', () => {
  assert.equal(nameCamera('HD Webcam (0bda:5689)'), 'HD Webcam');
  assert.equal(nameCamera('camera2 1, facing front'), 'camera2 1, facing front');
  assert.equal(nameCamera(' '), undefined);
  for (const [label, name] of [
    ['iPhone de Ana Exemplo', 'iPhone'],
    ['Câmera de Mesa de iPad de Ana', 'iPad'],
    ["Ana's S23 (Windows Virtual Camera)", 'Windows Virtual Camera'],
    ['Ana’s Galaxy', undefined],
  ] as const) {
    assert.equal(nameCamera(label), name, label);
  }
  assert.equal(nameCamera('x'.repeat(300))?.length, 100);
});

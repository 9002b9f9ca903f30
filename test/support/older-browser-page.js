// Runs in the page, before its own code: takes away what came after Safari 15.0 and Chrome 100.
{
  const later = {
    AbortSignal: ['any', 'timeout'],
    'AbortSignal.prototype': ['throwIfAborted', 'reason'],
    Promise: ['withResolvers', 'try'],
    'Crypto.prototype': ['randomUUID'],
    Array: ['fromAsync'],
    'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
    'Uint8Array.prototype.__proto__': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'with'],
    'String.prototype': ['at', 'isWellFormed', 'toWellFormed'],
    Object: ['hasOwn', 'groupBy'],
    Map: ['groupBy'],
    'Set.prototype': ['difference', 'intersection', 'isSubsetOf', 'isSupersetOf', 'union'],
    RegExp: ['escape'],
    URL: ['canParse', 'parse'],
    'URLSearchParams.prototype': ['size'],
    'Blob.prototype': ['bytes'],
    'Response.prototype': ['bytes'],
    Response: ['json'],
    'ReadableStream.prototype': ['values', Symbol.asyncIterator],
    ReadableStream: ['from'],
    'Document.prototype': ['adoptedStyleSheets', 'startViewTransition'],
    'ShadowRoot.prototype': ['adoptedStyleSheets', 'getHTML', 'setHTMLUnsafe'],
    'CSSStyleSheet.prototype': ['replace', 'replaceSync'],
    'Element.prototype': ['checkVisibility', 'getHTML', 'setHTMLUnsafe', 'moveBefore'],
    'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover', 'popover', 'inert'],
    'HTMLVideoElement.prototype': ['requestVideoFrameCallback'],
    'Navigator.prototype': ['locks', 'permissions', 'userActivation', 'userAgentData', 'wakeLock', 'gpu'],
    Intl: ['Segmenter', 'DurationFormat'],
    globalThis: [
      'BroadcastChannel',
      'CompressionStream',
      'DecompressionStream',
      'Iterator',
      'navigation',
      'requestIdleCallback',
      'scheduler',
      'structuredClone',
    ],
  };
  for (const [path, names] of Object.entries(later)) {
    const holder = path.split('.').reduce((value, name) => value?.[name], globalThis);
    for (const name of names) if (holder !== undefined) delete holder[name];
  }
  globalThis.CSSStyleSheet = function CSSStyleSheet() {
    throw new TypeError('Illegal constructor');
  };
  // Safari before 16.4 runs no WebAssembly with vectors.
  WebAssembly.validate = () => false;
}

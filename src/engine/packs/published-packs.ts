import type { PackManifest } from './pack-manifest.ts';

const insightFace =
  'Weights of InsightFace, for non-commercial research only. Ask InsightFace for a licence before any other use.';
const webFace = 'The code is MIT. The network was trained on WebFace, whose terms are for research.';
const uniface = 'https://github.com/yakhyo/uniface/releases/download/weights';
const adaface = 'https://github.com/yakhyo/adaface-onnx/releases/download/weights';
const antiSpoofing = 'https://github.com/yakhyo/face-anti-spoofing/releases/download/weights';

const common = { format: 'confere-pack@1' } as const;
const half: [number, number, number] = [127.5, 127.5, 127.5];
const zero: [number, number, number] = [0, 0, 0];
const one: [number, number, number] = [1, 1, 1];

function recognition(
  pack: Pick<
    PackManifest & { role: 'recognition' },
    'name' | 'version' | 'licence' | 'licenceUrl' | 'source' | 'notice' | 'files'
  >,
  input: Pick<PackManifest['input'], 'colourOrder' | 'mean' | 'std'>,
  values = 512,
): PackManifest {
  return {
    ...common,
    ...pack,
    role: 'recognition',
    input: { size: 112, ...input },
    alignment: 'five-point-112',
    output: { kind: 'embedding', values },
  };
}

function scrfd(name: string, version: string, file: string, sha256: string): PackManifest {
  return {
    ...common,
    name,
    version,
    role: 'detector',
    licence: 'InsightFace non-commercial research',
    licenceUrl: 'https://github.com/deepinsight/insightface#license',
    source: 'SCRFD of InsightFace, from github.com/yakhyo/uniface',
    notice: insightFace,
    files: [{ name: file, sha256, url: `${uniface}/${file}` }],
    input: { size: 640, colourOrder: 'rgb', mean: half, std: [128, 128, 128] },
    output: { kind: 'scrfd', strides: [8, 16, 32], anchorsPerCell: 2 },
  };
}

/**
 * Packs whose weights are published, known here by address and hash so that a link that rots or changes is noticed.
 * The recognition packs come without a calibration table: theirs is learnt on the operator's photos.
 */
export const publishedPacks: readonly PackManifest[] = [
  {
    ...common,
    name: 'minifasnet',
    version: '1',
    role: 'liveness',
    licence: 'Apache-2.0',
    licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
    source: 'Silent-Face-Anti-Spoofing of MiniVision, from github.com/yakhyo/face-anti-spoofing',
    files: [
      {
        name: 'MiniFASNetV2.onnx',
        sha256: 'b32929adc2d9c34b9486f8c4c7bc97c1b69bc0ea9befefc380e4faae4e463907',
        url: `${antiSpoofing}/MiniFASNetV2.onnx`,
        cropScale: 2.7,
      },
      {
        name: 'MiniFASNetV1SE.onnx',
        sha256: 'ebab7f90c7833fbccd46d3a555410e78d969db5438e169b6524be444862b3676',
        url: `${antiSpoofing}/MiniFASNetV1SE.onnx`,
        cropScale: 4,
      },
    ],
    input: { size: 80, colourOrder: 'bgr', mean: zero, std: one },
    output: { kind: 'class-scores', classes: 3, liveClass: 1, threshold: 0.3 },
  },
  recognition(
    {
      name: 'sface',
      version: '2021dec',
      licence: 'Apache-2.0',
      licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
      source: 'SFace, from github.com/opencv/opencv_zoo',
      files: [
        {
          name: 'face_recognition_sface_2021dec.onnx',
          sha256: '0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79',
          url: 'https://media.githubusercontent.com/media/opencv/opencv_zoo/47534e27c9851bb1128ccc0102f1145e27f23f98/models/face_recognition_sface/face_recognition_sface_2021dec.onnx',
        },
      ],
    },
    { colourOrder: 'rgb', mean: zero, std: one },
    128,
  ),
  ...(
    [
      [
        'adaface-ir18',
        'adaface_ir_18.onnx',
        '6b6a35772fb636cdd4fa86520c1a259d0c41472a76f70f802b351837a00d9870',
      ],
      [
        'adaface-ir101',
        'adaface_ir_101.onnx',
        'f2eb07d03de0af560a82e1214df799fec5e09375d43521e2868f9dc387e5a43e',
      ],
    ] as const
  ).map(([name, file, sha256]) =>
    recognition(
      {
        name,
        version: '1',
        licence: 'MIT code, WebFace training data',
        licenceUrl: 'https://github.com/yakhyo/adaface-onnx/blob/main/LICENSE',
        source: 'AdaFace, from github.com/yakhyo/adaface-onnx',
        notice: webFace,
        files: [{ name: file, sha256, url: `${adaface}/${file}` }],
      },
      { colourOrder: 'bgr', mean: half, std: half },
    ),
  ),
  ...(
    [
      ['arcface-mbf', 'w600k_mbf.onnx', '9cc6e4a75f0e2bf0b1aed94578f144d15175f357bdc05e815e5c4a02b319eb4f'],
      ['arcface-r50', 'w600k_r50.onnx', '4c06341c33c2ca1f86781dab0e829f88ad5b64be9fba56e56bc9ebdefc619e43'],
    ] as const
  ).map(([name, file, sha256]) =>
    recognition(
      {
        name,
        version: 'w600k',
        licence: 'InsightFace non-commercial research',
        licenceUrl: 'https://github.com/deepinsight/insightface#license',
        source: 'ArcFace of InsightFace, from github.com/yakhyo/uniface',
        notice: insightFace,
        files: [{ name: file, sha256, url: `${uniface}/${file}` }],
      },
      { colourOrder: 'rgb', mean: half, std: half },
    ),
  ),
  scrfd(
    'scrfd-10g',
    'kps',
    'scrfd_10g_kps.onnx',
    '5838f7fe053675b1c7a08b633df49e7af5495cee0493c7dcf6697200b85b5b91',
  ),
  scrfd(
    'scrfd-500m',
    'kps',
    'scrfd_500m_kps.onnx',
    '5e4447f50245bbd7966bd6c0fa52938c61474a04ec7def48753668a9d8b4ea3a',
  ),
];

/** The still formats that are read. Everything else is `image_unsupported`. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** The facts in the header of a photo. The pixels are not decoded: they may still be damaged. */
export type PhotoInfo = {
  readonly format: PhotoFormat;
  /** The media type that belongs to the format found in the bytes, whatever the sender declared. */
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif';
  /** Pixels as stored, before the EXIF orientation is applied. */
  readonly width: number;
  /** Pixels as stored, before the EXIF orientation is applied. */
  readonly height: number;
};

/** A photo without its metadata, as `stripMetadata` gives it: what is analysed, and what is kept. */
export type CleanPhoto = { readonly bytes: Uint8Array; readonly info: PhotoInfo };

/** The result of a format's header reader. */
export type PhotoDimensions = {
  readonly width: number;
  readonly height: number;
  /** More than one frame is announced or present. */
  readonly animated: boolean;
};

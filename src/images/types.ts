/** The still formats that are read. Everything else is `image_unsupported`. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** What the header of a photo says. The pixels have not been decoded and may still turn out damaged. */
export type PhotoInfo = {
  readonly format: PhotoFormat;
  /** The media type that belongs to the format found in the bytes, whatever the sender declared. */
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif';
  /** Pixels as stored, before the EXIF orientation is applied. */
  readonly width: number;
  /** Pixels as stored, before the EXIF orientation is applied. */
  readonly height: number;
};

/** What a format's header reader returns. */
export type PhotoDimensions = {
  readonly width: number;
  readonly height: number;
  /** More than one frame is announced or present. */
  readonly animated: boolean;
};

/** Everything known of a stored image but its encryption key. */
export type StoredImage = {
  readonly id: string;
  readonly createdAt: Date;
  readonly contentType: string;
  /** Pixels as stored, before the EXIF orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** Size of the unencrypted image. */
  readonly sizeBytes: number;
  /** SHA-256 of the unencrypted image as stored, 32 bytes. */
  readonly sha256: Uint8Array;
};

import { constants, gunzipSync } from 'node:zlib'
import type { AnnouncementFile } from '#schemas/generated/entities/announcement-file.ts'

type Kind = AnnouncementFile['kind']

const IMAGES: readonly { kind: Kind; ends: RegExp; begins(bytes: Buffer): boolean }[] = [
  { kind: 'image/png', ends: /\.png$/i, begins: (bytes) => bytes.subarray(1, 8).equals(PNG) },
  { kind: 'image/jpeg', ends: /\.jpe?g$/i, begins: (bytes) => bytes.subarray(0, 3).equals(JPEG) },
  {
    kind: 'image/gif',
    ends: /\.gif$/i,
    begins: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  },
  {
    kind: 'image/webp',
    ends: /\.webp$/i,
    begins: (bytes) => /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12)),
  },
]
const PNG = Buffer.from('PNG\r\n\u001a\n', 'latin1')
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Of an archive so much is unpacked, to see what it is: a small one may hold more than any memory. */
const [PACKED, UNPACKED] = [4096, 8 * 1024 * 1024]
const [HEADER, SUM] = [512, 148]

/**
 * spec 3 §5: an image, a CSV file or a tar.gz; by what is in it and by its name, since whoever gets it opens it by that.
 * Images that may hold scripts (SVG) are none.
 */
export function kindOf(name: string, bytes: Buffer): Kind | undefined {
  if (bytes.length === 0) return undefined
  if (/\.csv$/i.test(name)) return isText(bytes) ? 'text/csv' : undefined
  if (/\.(tar\.gz|tgz)$/i.test(name)) return isArchive(bytes) ? 'application/gzip' : undefined
  return IMAGES.find(({ ends, begins }) => ends.test(name) && begins(bytes))?.kind
}

/** Whatever its letters are written in: no text has these bytes. */
const isText = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)

function isArchive(bytes: Buffer): boolean {
  let header: Buffer
  try {
    header = gunzipSync(bytes.subarray(0, PACKED), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: UNPACKED,
    }).subarray(0, HEADER)
  } catch {
    return false
  }
  if (header.length < HEADER) return false
  // The sum of a header counts its own field as spaces.
  const sum = header.reduce((all, byte, at) => all + (at >= SUM && at < SUM + 8 ? 0x20 : byte), 0)
  return Number.parseInt(header.toString('latin1', SUM, SUM + 8).trim(), 8) === sum
}

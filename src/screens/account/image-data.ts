/** B-05: most bytes of an image that an address may carry. */
const MOST_BYTES = 64 * 1024
const MOST_LETTERS = Math.ceil(MOST_BYTES / 3) * 4

/** What files of these kinds begin with. */
const KINDS = [
  { type: 'image/png', magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', magic: [0xff, 0xd8, 0xff] },
] as const

function bytesOf(code: string): Uint8Array<ArrayBuffer> | undefined {
  if (code === '' || code.length > MOST_LETTERS || !/^[A-Za-z0-9_-]+={0,2}$/.test(code)) return undefined
  try {
    return Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}

/** The picture that URL-safe text stands for: a small PNG or JPEG by its first bytes, and nothing else (B-05). */
export function imageOf(code: string | undefined): Blob | undefined {
  const bytes = code === undefined ? undefined : bytesOf(code)
  if (!bytes || bytes.length > MOST_BYTES) return undefined
  const kind = KINDS.find(({ magic }) => magic.every((byte, at) => bytes[at] === byte))
  return kind && new Blob([bytes], { type: kind.type })
}

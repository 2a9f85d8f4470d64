/** A name without characters that are invisible, break lines or turn the direction of writing (V-12). */
export const cleanName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(
      /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu,
      '',
    )
    .trim()

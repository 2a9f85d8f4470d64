import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'

interface Variant {
  /** Where title and text are. */
  words: string
  icon: string
}

/** What the screen says here and now: the first variant of which there are words, else what it says of everything. */
export function variantOf(
  { id, picture, variants }: Pick<StatusScreen, 'id' | 'picture' | 'variants'>,
  told: (by: string) => string,
  has: (key: string) => boolean,
): Variant {
  const general = `screens.${id}`
  for (const { by, words: below, pictures } of variants ?? []) {
    const value = told(by)
    const words = `${general}.${below}.${value}`
    if (has(`${words}.title`)) return { words, icon: pictures?.[value] ?? picture }
  }
  return { words: general, icon: picture }
}

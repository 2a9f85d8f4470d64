import type { Words } from '#engine/widget.ts'

/** Words for tests: no translations, numbers as the language neutral form. */
export const plainWords: Words = {
  number: (value, digits) => (digits === undefined ? String(value) : value.toFixed(digits)),
  say: (_key, fallback) => fallback,
}

import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Kept, lastWord, missed, plain, type Read, written } from './reader.ts'

/** Texts of a deployment's own are looked for first. */
const SPACES = ['own', 'texts'] as const

/**
 * i18next and react-i18next are fixed choices of this product and stay; they come after what is drawn first
 * (decision 0150).
 *
 * i18next as this app uses it: no backend, no suspense; languages go by their `Intl` tags, so that plurals are right.
 * It reads from the texts that are kept, whichever come later.
 */
export function engineOf(kept: Kept): Read {
  const engine = createInstance()
  void engine.use(initReactI18next).init({
    fallbackLng: false,
    load: 'currentOnly',
    initAsync: false,
    resources: kept,
    ns: [...SPACES],
    defaultNS: 'texts',
    nsSeparator: false,
    // React escapes; what stands in a value is never taken for a text of ours.
    interpolation: { escapeValue: false, skipOnVariables: true },
    missingInterpolationHandler: (_text: string, [hole]: RegExpExecArray) => hole,
    parseMissingKeyHandler: missed,
    returnedObjectHandler: lastWord,
    react: { useSuspense: false },
  })
  return (tag, key, values) => {
    const count = typeof values?.count === 'number' ? values.count : undefined
    // Values are handed in apart from the options, so that none of them can be mistaken for one; a text without any is
    // as it stands in the file.
    return (
      (values ? undefined : plain(kept, tag, key)) ??
      engine.t(key, { replace: values && written(tag, values), count, nest: false, lng: tag, ns: SPACES })
    )
  }
}

import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** One area's file: nested keys, `{{name}}`, plurals as `key_one` and `key_other`. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** All areas stand in one namespace, each under its name. */
const NAMESPACE = 'texts'
/** Texts of a deployment's own: they are looked for first. */
const OWN = 'own'

const lastWord = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** A mark that a text was asked for before it had come; a journey looks for them on every page (e2e/support/raw-keys.ts). */
const MISSED = 'text-missed'

function missed(key: string): string {
  performance.mark(MISSED, { detail: key })
  return lastWord(key)
}

/**
 * i18next and react-i18next are fixed choices of this product and stay, whatever they weigh (CONTRIBUTING.md).
 *
 * i18next as this app uses it: no backend, no suspense; languages go by their `Intl` tags, so that plurals are right.
 */
export function createEngine(tag: string) {
  const engine = createInstance()
  void engine.use(initReactI18next).init({
    lng: tag,
    fallbackLng: false,
    load: 'currentOnly',
    initAsync: false,
    resources: {},
    ns: [OWN, NAMESPACE],
    defaultNS: NAMESPACE,
    nsSeparator: false,
    // React escapes; what stands in a value is never taken for a text of ours.
    interpolation: { escapeValue: false, skipOnVariables: true },
    missingInterpolationHandler: (_text: string, [hole]: RegExpExecArray) => hole,
    // A missing text would be a fault of ours; tests prove that there is none, and people get the last word of its key.
    parseMissingKeyHandler: missed,
    returnedObjectHandler: lastWord,
    react: { useSuspense: false },
  })

  let hasOwn = false

  const plain = (key: string, tag = engine.language): string | undefined => {
    const found: unknown =
      (hasOwn && engine.getResource(tag, OWN, key)) || engine.getResource(tag, NAMESPACE, key)
    return typeof found === 'string' ? found : undefined
  }

  return {
    language: (): string => engine.language,
    /** Adds texts of a language to what is there; whoever shows them wakes once. */
    add(language: string, ...texts: readonly Texts[]): void {
      texts.forEach((some, at) => {
        const silent = language !== engine.language || at < texts.length - 1
        engine.addResourceBundle(language, NAMESPACE, some, true, true, { skipCopy: true, silent })
      })
    },
    /** From now on these texts, by language, stand in the place of those that are shipped, and no others. */
    putOwn(texts: Readonly<Record<string, Texts>>): void {
      hasOwn = Object.keys(texts).length > 0
      for (const language of engine.languages) engine.removeResourceBundle(language, OWN)
      for (const [language, some] of Object.entries(texts)) {
        engine.removeResourceBundle(language, OWN)
        engine.addResourceBundle(language, OWN, some, true, true, { skipCopy: true, silent: true })
      }
    },
    change: async (language: string): Promise<void> => void (await engine.changeLanguage(language)),
    /** The text with its values put in; one without values is as it stands in the file. */
    get: (key: string, values?: Readonly<Record<string, unknown>>, tag?: string): string =>
      // Values are handed in apart from the options, so that none of them can be mistaken for one.
      (values ? undefined : plain(key, tag)) ??
      engine.t(key, {
        ...{ replace: values, count: countOf(values), nest: false },
        ...(tag && { lng: tag }),
        ...(hasOwn && { ns: [OWN, NAMESPACE] }),
      }),
    /** Whether there is such a text, plain or in plural forms. */
    knows: (key: string, tag?: string): boolean =>
      plain(key, tag) !== undefined || plain(`${key}_other`, tag) !== undefined,
    onLanguage: (changed: () => void): void => void engine.on('languageChanged', changed),
    onAreas: (arrived: () => void): void => void engine.store.on('added', arrived),
  }
}

const countOf = (values: Readonly<Record<string, unknown>> | undefined): number | undefined =>
  typeof values?.count === 'number' ? values.count : undefined

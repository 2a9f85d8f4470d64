import { modelKey } from '#gateway/lib/models/text-keys.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { DeviceSpeech, OwnWords } from '#schemas/generated/entities/device-speech.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { type Language, languages } from '#server/lib/language.ts'
import { spokenOf } from './spoken-of.ts'
import { at, branch, merged } from './tree.ts'

/** Words of an area each, below its name, by language. */
export type Words = ReadonlyMap<Language, OwnWords>

/** What there is to say and draw: words of all devices, and every icon. */
export interface Vocabulary {
  words: Words
  icons: ReadonlyMap<string, string>
}

function said(texts: Iterable<string>, words: OwnWords | undefined): OwnWords {
  let all: OwnWords = {}
  for (const key of texts) {
    const path = key.split('.')
    const found = at(words, path)
    if (found !== undefined) all = merged(all, branch(path, found))
  }
  return all
}

/** What one layout says in each language, and draws; its model's own words say what locales do not, so that a key means one thing. */
export function speechOf(
  layout: DeviceLayout,
  model: Pick<DeviceModel, 'words' | 'icons'> | undefined,
  { words, icons }: Vocabulary,
): DeviceSpeech {
  const asked = spokenOf(layout)
  const drawn = [...asked.icons].flatMap((name) => {
    const path = model?.icons?.[name] ?? icons.get(name)
    return path === undefined ? [] : [[name, path] as const]
  })
  return {
    words: Object.fromEntries(
      languages.map((language) => [
        language,
        merged((model?.words?.[language] ?? {}) as OwnWords, said(asked.texts, words.get(language))),
      ]),
    ),
    icons: Object.fromEntries(drawn),
  }
}

/** All that some layouts say in one language, each word once; in every language where none is wanted. */
export function together(speeches: Iterable<DeviceSpeech>, language: Language | undefined): DeviceSpeech {
  let all: DeviceSpeech = { words: {}, icons: {} }
  for (const { words, icons } of speeches) {
    const wanted = language === undefined ? words : { [language]: words[language] ?? {} }
    all = { words: merged(all.words, wanted) as DeviceSpeech['words'], icons: { ...all.icons, ...icons } }
  }
  return all
}

/** The words that some values have wherever nothing closer is known. */
export const commonWords = (texts: Iterable<string>, words: Words): DeviceSpeech => ({
  words: Object.fromEntries(languages.map((language) => [language, said(texts, words.get(language))])),
  icons: {},
})

/** What a model is called in a language; by the name that its file says where nobody gave it a word. */
export function calledIn(model: DeviceModel, language: Language, words: Words): string | undefined {
  const path = modelKey(model.model).split('.')
  const own = model.words?.[language] as OwnWords | undefined
  const found = at(words.get(language), path) ?? at(own, path)
  return typeof found === 'string' ? found : model.name
}

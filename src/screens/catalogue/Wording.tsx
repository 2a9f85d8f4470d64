import { useEffect, useMemo, useState } from 'react'
import { modelKey } from '#gateway/lib/models/text-keys.ts'
import { nameOf } from '#gateway/lib/names/names.ts'
import { type Speech, sentence } from '#gateway/rules/speak.ts'
import { type Language, languages, tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import styles from './studio.module.css'
import { speechIn, type Worded, wordedOf } from './wording.ts'

type Speaker = readonly [Language, Speech]

/** What the model and its properties are called and how rules speak of them, in every language side by side. */
export function Wording({ layout }: { layout: DeviceLayout }) {
  const { t } = useText()
  const [speakers, setSpeakers] = useState<readonly Speaker[]>([])
  useEffect(() => {
    let here = true
    const coming = languages.map(async (one): Promise<Speaker> => [one, await speechIn(one)])
    Promise.all(coming).then((all) => here && setSpeakers(all), reportError)
    return () => {
      here = false
    }
  }, [])
  const worded = useMemo(() => wordedOf(layout, '…'), [layout])
  if (speakers.length === 0) return null
  return (
    <section>
      <h2>{t('catalogue.preview.words')}</h2>
      <table className={styles.words}>
        <thead>
          <tr>
            {speakers.map(([language]) => (
              <th key={language} scope="col" lang={tagOf(language)}>
                {t(`catalogue.preview.languages.${language}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {speakers.map(([language, speech]) => (
              <td key={language} lang={tagOf(language)}>
                <strong>{speech.say(modelKey(layout.model), layout.name)}</strong>
              </td>
            ))}
          </tr>
          {worded.map((one) => (
            <tr key={one.key}>
              {speakers.map(([language, speech]) => (
                <td key={language} lang={tagOf(language)}>
                  <Words speech={speech} {...one} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Words({ speech, placed: { service, property, value }, when, set }: Worded & { speech: Speech }) {
  return (
    <>
      {nameOf({ service, property, value }, speech)}
      {[when, set].map((phrase) => phrase && <small key={phrase.keys[0]}>{sentence(phrase, speech)}</small>)}
    </>
  )
}

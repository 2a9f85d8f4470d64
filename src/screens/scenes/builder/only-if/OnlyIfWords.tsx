import { useText } from '#i18n/useText.ts'
import type { OnlyIf } from '#schemas/generated/entities/rule.ts'
import { useSpeech } from '../sentences.ts'
import { conditionSentence } from './sentence.ts'

/** The conditions as one would tell them somebody. */
export default function OnlyIfWords({ of: { logic, conditions } }: { of: OnlyIf }) {
  const { t } = useText()
  const speech = useSpeech()
  const joint = t(logic === 'ANY' ? 'builder.preview.or' : 'builder.preview.and')
  return (
    <>
      <h3>{t(logic === 'NONE' ? 'builder.onlyIf.notTitle' : 'builder.onlyIf.title')}</h3>
      <ul>
        {conditions.map((one, n) => {
          const { text, clause, note } = conditionSentence(one, speech)
          return (
            <li key={one.id}>
              {n > 0 ? (
                <>
                  <em>{joint}</em> {clause}
                </>
              ) : (
                text
              )}
              {note && <span>, {note}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

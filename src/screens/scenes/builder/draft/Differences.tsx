import { moodOf } from '#gateway/rules/words/triggers.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Tag } from '#ui/Tag.tsx'
import { useAlarmName } from '../forms/messages/use-alarms.ts'
import { conditionSentence } from '../only-if/sentence.ts'
import {
  callSentence,
  deviceSentence,
  partsOfSet,
  runSentence,
  silenceSentence,
  statusSentence,
  sunSentence,
  timeSentence,
  useSpeech,
  wholePause,
} from '../sentences.ts'
import styles from './Conflict.module.css'
import { type Difference, differences } from './differences.ts'

const TONES = { added: 'ok', removed: 'danger', changed: 'info' } as const
const CHANGES = {
  added: 'sceneForms.conflict.added',
  removed: 'sceneForms.conflict.removed',
  changed: 'sceneForms.conflict.changedPart',
} as const

/** What somebody has made of a scene, in plain words. */
export function Differences({ before, after }: { before: Rule; after: Rule }) {
  const speech = useSpeech()
  const alarmName = useAlarmName()
  const { text } = speech
  const { t } = text
  const said = (one: Difference): string => {
    switch (one.part) {
      case 'name':
        return t('sceneForms.conflict.name', { name: one.value })
      case 'logic':
        return t(one.value === 'OR' ? 'sceneForms.conflict.OR' : 'sceneForms.conflict.AND')
      case 'active':
        return t(one.value ? 'sceneForms.conflict.on' : 'sceneForms.conflict.off')
      case 'order':
        return t('sceneForms.conflict.order')
      case 'look':
        return t('sceneForms.conflict.otherLook')
      case 'folder':
        return one.value === ''
          ? t('sceneForms.conflict.noFolder')
          : t('scenes.line.folder', { name: one.value })
      case 'again':
        return t(`scenes.again.${one.value}`)
      case 'time':
        return timeSentence(one.value, speech).text
      case 'sun':
        return sunSentence(one.value, speech).text
      case 'call':
        return callSentence(one.value, speech).text
      case 'silence':
        return silenceSentence(one.value, speech).text
      case 'run':
        return runSentence(one.value, speech).text
      case 'device':
        return deviceSentence(one.value, moodOf(after), speech).text
      case 'status':
        return statusSentence(one.value, speech).text
      case 'asks':
        return t(`scenes.onlyIf.${one.value}`)
      case 'condition':
        return t('scenes.line.onlyIf', { line: conditionSentence(one.value, speech).clause })
      case 'pause':
        return wholePause(one.value, speech)
      case 'set':
        return [one.value.name, ...partsOfSet(one.value, speech, alarmName).map((part) => part.text)].join(
          ': ',
        )
    }
  }
  const found = differences(before, after)
  if (found.length === 0) return <p>{t('sceneForms.conflict.nothing')}</p>
  return (
    <ul className={styles.differences}>
      {found.map((one) => (
        <li key={`${one.part} ${one.change} ${said(one)}`}>
          <Tag tone={TONES[one.change]}>{t(CHANGES[one.change])}</Tag>
          <span>{said(one)}</span>
        </li>
      ))}
    </ul>
  )
}

/** What makes a scene another one, in plain words; for pages of other areas, which have it as text. */
export const SceneDifference = ({ params }: { params: Readonly<Record<string, string>> }) => (
  <Differences before={ruleIn(params.before)} after={ruleIn(params.after)} />
)

const ruleIn = (text = '{}'): Rule => JSON.parse(text) as Rule

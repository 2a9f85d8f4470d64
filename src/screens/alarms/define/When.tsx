import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import { Tag } from '#ui/Tag.tsx'
import styles from './define.module.css'
import { waitOf } from './wait-of.ts'

/** When an alarm goes off and when it is over, as two sentences with what decides them set off (mock 19-alarms). */
export function When({ when }: Pick<Alarm, 'when'>) {
  const { t } = useText()
  const words = useWords()
  if (!when) return <p>{t('alarms.when.scenes')}</p>
  const { by, forS, overS, below, overFrom, times, leastS } = when
  const after = (seconds: number): string =>
    seconds === 0 ? t('alarms.when.atOnce') : t('alarms.when.for', { time: waitOf(seconds) })
  const begins = [
    ...(below === undefined ? [] : [t('alarms.when.below', { value: words.number(below) })]),
    ...(times === undefined ? [] : [t('alarms.when.times', { count: times })]),
    ...(leastS === undefined ? [] : [t('alarms.when.least', { time: waitOf(leastS) })]),
    ...(forS === 0 && (below ?? times) !== undefined ? [] : [after(forS)]),
  ]
  const ends = [
    ...(overFrom === undefined ? [] : [t('alarms.when.from', { value: words.number(overFrom) })]),
    ...(overS === 0 ? [] : [t('alarms.when.without', { time: waitOf(overS) })]),
  ]
  return (
    <>
      <Sentence text={t(`alarms.when.${by}`)} facts={begins} />
      <Sentence
        text={t('alarms.when.over')}
        facts={ends.length === 0 ? [t('alarms.when.atOnceOver')] : ends}
      />
    </>
  )
}

function Sentence({ text, facts }: { text: string; facts: readonly string[] }) {
  return (
    <p className={styles.sentence}>
      {text}
      {facts.map((fact) => (
        <Tag key={fact}>{fact}</Tag>
      ))}
    </p>
  )
}

import { type FormEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useBench } from './bench.ts'
import { DurationField, durationOf, msOfDuration } from './DurationField.tsx'
import styles from './forms.module.css'
import { vocabulary } from './offered.ts'
import { Panel } from './Panel.tsx'
import { newId, pauseOf, putSet } from './rule-edit.ts'
import { useFirstFault } from './use-first-fault.ts'

/** Tab 5: a pause between actions (spec 2 §5). */
export function PauseForm() {
  const { t } = useText()
  const { rule, change, place, go } = useBench()
  const known = rule.scenes?.find(({ id }) => id === place.editing)
  const [pause, setPause] = useState(() => durationOf(known?.delay, vocabulary.delayPresets[0] ?? 'custom'))
  const [judged, setJudged] = useState(false)
  const ms = msOfDuration(pause)
  const form = useFirstFault<HTMLFormElement>(judged && ms === undefined)

  function add(event: FormEvent): void {
    event.preventDefault()
    setJudged(true)
    form.look()
    if (ms === undefined) return
    change(putSet(rule, pauseOf(known?.id ?? newId(), ms)))
    go({ tab: 'actions' })
  }
  return (
    <Panel title={t(known ? 'builder.pause.edit' : 'builder.pause.title')} text={t('builder.pause.text')}>
      <form ref={form.ref} className={styles.form} onSubmit={add} noValidate>
        <DurationField label={t('builder.pause.how')} duration={pause} judged={judged} onChange={setPause} />
        <div className={styles.ways}>
          <Button type="submit" look="main">
            {t(known ? 'builder.take' : 'builder.add')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

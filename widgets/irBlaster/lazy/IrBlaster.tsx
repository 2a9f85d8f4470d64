import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { FullView } from './FullView.tsx'
import styles from './Remote.module.css'
import { RemoteKeyButton } from './RemoteKeyButton.tsx'
import { remoteOf } from './remotes.ts'
import {
  keyOf,
  type Lesson,
  learntOf,
  lessonOf,
  type Options,
  outcomeOf,
  type Pupil,
  stateOf,
  typeOf,
} from './value.ts'

/** The key that is being learnt here; what comes of it is told once (spec 2 §8). */
function useLesson(lesson: Lesson | undefined): {
  pupil: Pupil | undefined
  begin(command: number): void
} {
  const { t } = useText()
  const [pupil, setPupil] = useState<Pupil>()
  const before = useRef(lesson)
  const tell = useEffectEvent((now: Lesson | undefined) => {
    const outcome = outcomeOf(before.current, now)
    before.current = now
    if (now === 'inProgress') setPupil((one) => one && { ...one, begun: true })
    if (outcome === 'success') toasts.show({ text: t('infrared.successful') })
    if (outcome === 'failed') toasts.show({ text: t('infrared.failed'), tone: 'danger' })
  })
  useEffect(() => tell(lesson), [lesson])
  return { pupil, begin: (command) => setPupil({ command, begun: lesson === 'inProgress' }) }
}

/** An infrared blaster: on, off, and the way to its whole remote. */
export function IrBlaster(props: PanelProps<Options>) {
  const { label, values, states, options, place, disabled, reason, commit } = props
  const { t } = useText()
  const [open, show] = useState(false)
  const lesson = lessonOf(values, options)
  const { pupil, begin } = useLesson(lesson)
  const type = typeOf(values, options)
  const remote = remoteOf(type)
  const learnt = learntOf(values, options)
  const order = states.get(keyOf(options.command))
  const power = remote?.keys.filter(({ command }) => Object.values(remote.power).includes(command)) ?? []
  const often = place === 'page' && remote ? remote.quick : []
  const keys = [...power, ...often.flatMap((name) => remote?.keys.find((key) => key.name === name) ?? [])]
  return (
    <div className={styles.blaster} data-place={place}>
      {place === 'page' && (
        <p className={styles.kind}>
          {type === 0 ? t('infrared.types.none') : t(`infrared.types.${type as 1 | 2 | 3 | 4}`)}
        </p>
      )}
      <fieldset className={styles.quick} aria-label={label}>
        {keys.map((key) => (
          <RemoteKeyButton
            key={key.name}
            of={key}
            state={stateOf(key.command, { pupil: undefined, lesson, order })}
            known={learnt?.has(key.command) ?? true}
            failed={order?.phase === 'failed' && order.wanted === key.command}
            disabled={disabled || learnt?.has(key.command) === false}
            reason={reason}
            press={(command) => commit(options.command, command)}
          />
        ))}
        {place === 'tile' ? (
          <Button onClick={() => show(true)}>
            {t(remote ? 'infrared.openShort' : 'infrared.chooseShort')}
          </Button>
        ) : (
          <Button icon="remote" onClick={() => show(true)}>
            {t(remote ? 'infrared.open' : 'infrared.choose')}
          </Button>
        )}
      </fieldset>
      {open && <FullView {...props} pupil={pupil} begin={begin} close={() => show(false)} />}
    </div>
  )
}

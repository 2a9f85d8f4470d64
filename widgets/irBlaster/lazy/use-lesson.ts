import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { type Lesson, outcomeOf, type Pupil } from './value.ts'

/** The key that is being learnt here; what comes of it is told once (spec 2 §8). */
export function useLesson(lesson: Lesson | undefined): {
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

import { useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { causeWords } from '#engine/objects/cause-words.ts'
import type { PropertyAddress } from '#engine/ports.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { saidValue } from '../said-value.ts'
import styles from '../scene.module.css'
import { triggerWords } from '../trigger-words.ts'
import { useTelling } from '../use-telling.ts'
import { type Change, useCauses } from './use-causes.ts'

interface Props {
  at: PropertyAddress
  label: string
  onClose(): void
}

function Cause({ change, at }: { change: Change; at: PropertyAddress }) {
  const { t } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const telling = useTelling()
  const { home } = usePorts()
  const { definitions } = useEngine()
  const { cause, value } = change
  const said = saidValue(value, at, home, telling)
  const scene = definitions.screen('scene')
  return (
    <li>
      <span className={styles.words}>
        <strong>{said}</strong>
        <span>
          {t('scenes.why.line', { when: moment(change.at, now), cause: causeWords(cause, telling) })}
        </span>
        {cause.trigger && <small>{triggerWords(cause.trigger, telling)}</small>}
        {cause.kind === 'rule' && cause.rule_id !== undefined && scene && (
          <a href={hrefOf(scene, { scene_id: cause.rule_id })}>{t('scenes.toScene')}</a>
        )}
      </span>
    </li>
  )
}

/** spec 2 §4: the last changes of a value, each with the person, the scene or the device that caused it. */
export function CauseDialog({ at, label, onClose }: Props) {
  const text = useText()
  const { t } = text
  const [turn, setTurn] = useState(0)
  const causes = useCauses(at, undefined, turn)
  const drawn = () => {
    if (causes.state === 'waiting') return <SkeletonLines lines={3} />
    if (causes.state === 'failed')
      return <NotKnown onRetry={() => setTurn(turn + 1)}>{failureText(causes.error, text)}</NotKnown>
    if (causes.value.length === 0) return <p>{t('scenes.why.none')}</p>
    return (
      <ol className={styles.steps}>
        {causes.value.map((change, place) => (
          <Cause key={`${change.at} ${place.toString()}`} change={change} at={at} />
        ))}
      </ol>
    )
  }
  return (
    <Dialog
      open
      title={t('scenes.why.title', { label })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shell.close')}</Button>}
    >
      {drawn()}
    </Dialog>
  )
}

import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bind } from '#lib/bindings.ts'
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import { Card } from '#ui/Card.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { numberLimit, type ScreenProps, useEngine } from '../../engine.ts'
import { Facts } from '../../facts/Facts.tsx'
import { Picture } from './Picture.tsx'
import styles from './Screen.module.css'
import { useCountdown } from './use-countdown.ts'
import { useLeave } from './use-leave.ts'
import { usePoll } from './use-poll.ts'

/** One picture, one sentence of what is, one of what still works, what can be done, a few facts (look.md). */
export function Screen({ screen, params }: ScreenProps<StatusScreen>) {
  const { say, has, t } = useText()
  const { situation, definitions } = useEngine()
  const { session, gateway } = situation
  const runner = useActions()
  const { poll, countdown, pictures, picture, facts = [] } = screen
  const actions = screen.actions ?? {}

  const row = usePoll(poll, (answer) => {
    const named = poll?.then === undefined ? undefined : actions[poll.then]
    if (named && poll?.then !== undefined) void runner.run(poll.then, named, { row: answer, route: params })
  })
  useLeave(screen, row)

  const told = countdown && bind(countdown.from, { row, session, gateway, route: params })
  const [whole, setWhole] = useState<number>()
  const seconds = typeof told === 'number' ? told : undefined
  if (seconds !== undefined && seconds > (whole ?? 0)) setWhole(seconds)
  const remaining = useCountdown(seconds)

  // spec 1 §2 rule 7: text and picture depend on the gateway's model.
  const model = gateway?.model ?? ''
  const general = `screens.${screen.id}`
  const own = `${general}.byModel.${model}`
  const words = screen.textBy === 'model' && has(`${own}.title`) ? own : general
  const uses = usesOf(screen.use, actions, situation, { row })

  return (
    <div className={styles.status}>
      <Picture icon={pictures?.[model] ?? picture} remaining={remaining} whole={whole} />
      <div role="status">
        <h1 tabIndex={-1}>{say(`${words}.title`)}</h1>
        <p>{say(`${words}.text`)}</p>
      </div>
      {uses.length > 0 && (
        <div className={styles.actions}>
          <ActionButtons actions={uses} runner={runner} bound={{ route: params, row }} />
        </div>
      )}
      {facts.length > 0 && (
        <div className={styles.facts}>
          <Card flush>
            <Facts facts={facts} words={screen.id} row={row} />
          </Card>
          {poll && (
            <p className={styles.next}>
              {t('engine.status.next', { seconds: numberLimit(definitions, poll.every) / 1000 })}
            </p>
          )}
        </div>
      )}
      {runner.overlays}
    </div>
  )
}

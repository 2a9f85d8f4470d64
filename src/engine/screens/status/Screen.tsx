import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bind } from '#lib/bindings.ts'
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import { Card } from '#ui/Card.tsx'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { holds } from '../../conditions/holds.ts'
import { numberLimit, type ScreenProps, useEngine } from '../../engine.ts'
import { Facts } from '../../facts/Facts.tsx'
import type { Row } from '../../ports.ts'
import { Picture } from './Picture.tsx'
import { Progress } from './Progress.tsx'
import styles from './Screen.module.css'
import { Steps } from './Steps.tsx'
import { useCountdown } from './use-countdown.ts'
import { useHeard } from './use-heard.ts'
import { usePoll } from './use-poll.ts'

interface Variant {
  /** Where title and text are. */
  words: string
  icon: string
}

/** What the screen says here and now: the first variant of which there are words, else what it says of everything. */
function variantOf(
  { id, picture, variants }: Pick<StatusScreen, 'id' | 'picture' | 'variants'>,
  told: (by: string) => string,
  has: (key: string) => boolean,
): Variant {
  const general = `screens.${id}`
  for (const { by, words: below, pictures } of variants ?? []) {
    const value = told(by)
    const words = `${general}.${below}.${value}`
    if (has(`${words}.title`)) return { words, icon: pictures?.[value] ?? picture }
  }
  return { words: general, icon: picture }
}

/** One picture, one sentence of what is, one of what still works, what can be done, a few facts (docs/look.md, "Conditions"). */
export function Screen({ screen, params }: ScreenProps<StatusScreen>) {
  const { say, has, t } = useText()
  const { situation, definitions } = useEngine()
  const { session, gateway } = situation
  const runner = useActions()
  const { poll, countdown, progress, facts = [] } = screen
  const actions = screen.actions ?? {}

  const [news, setNews] = useState<Row>()
  const { row: answer, ask } = usePoll(poll, (found) => {
    const named = poll?.then === undefined ? undefined : actions[poll.then]
    if (named && poll?.then !== undefined) void runner.run(poll.then, named, { row: found, route: params })
  })
  useHeard(screen.hear, (data) => setNews(data as Row))
  const row = news ?? answer

  const told = countdown && bind(countdown.from, { row, session, gateway, route: params })
  const ms = typeof told === 'number' ? told : undefined
  const [whole, setWhole] = useState<number>()
  if (ms !== undefined && ms > (whole ?? 0)) setWhole(ms)
  const remaining = useCountdown(ms, answer, ask)

  const general = `screens.${screen.id}`
  const { words, icon } = variantOf(screen, (by) => String(bind(by, { row, session, gateway })), has)
  const uses = usesOf(screen.use, actions, situation, { row })
  const steps = progress?.steps?.flatMap((step) =>
    typeof step === 'string' ? step : holds(step.when, situation, { row }) ? step.stage : [],
  )

  return (
    <div className={styles.status}>
      <Picture icon={icon} remaining={remaining} whole={whole && whole / 1000} />
      <div role="status">
        <PageTitle text={say(`${words}.title`)} />
        <p>{say(`${words}.text`)}</p>
      </div>
      {progress && <Progress progress={progress} steps={steps} words={general} row={row} />}
      {uses.length > 0 && (
        <div className={styles.actions}>
          <ActionButtons actions={uses} runner={runner} bound={{ route: params, row }} />
        </div>
      )}
      {progress && steps && (
        <Steps
          steps={steps}
          stage={String(progress.stage && bind(progress.stage, { row }))}
          words={general}
        />
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

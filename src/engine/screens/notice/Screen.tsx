import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { NoticeScreen } from '#schemas/generated/definitions/screen.ts'
import { Notice } from '#ui/Notice.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { sentOf } from '../../actions/sent.ts'
import { type ActionRunner, useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { Entry } from '../form/Entry.tsx'
import styles from '../form/Screen.module.css'

/** What has happened, and what can be done next; or what happens now, and then what came of it. */
export function Screen({ screen, params }: ScreenProps<NoticeScreen>) {
  const text = useText()
  const { say } = text
  const { situation, notice } = useEngine()
  const [shown, show] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const plain = useActions()
  const bound = { route: params }

  const runner: ActionRunner = {
    ...plain,
    async run(...what) {
      setFailure(undefined)
      const done = await plain.run(...what)
      if (done?.outcome?.show) show(done.outcome.show)
      setFailure(sentOf(done, text).failure)
      return done
    },
  }

  const actions = screen.actions ?? {}
  const entered = useRef(false)
  const enter = useEffectEvent(() => {
    const action = screen.enter === undefined ? undefined : actions[screen.enter]
    // What is done on arrival is done once, however often the page is drawn.
    if (!action || screen.enter === undefined || entered.current) return
    entered.current = true
    void runner.run(screen.enter, action, bound)
  })
  useEffect(() => enter(), [])

  const words = shown ? `notices.${shown}` : `screens.${screen.id}`
  const links = usesOf(screen.links, actions, situation, { row: { ...params, shown } })
  return (
    <Entry
      aside={screen.aside}
      params={params}
      title={say(`${words}.title`)}
      text={say(`${words}.text`)}
      of={shown}
      said={notice}
    >
      {failure && (
        <Notice tone="danger" urgent>
          {failure}
        </Notice>
      )}
      {links.length > 0 && (
        <div className={styles.links}>
          <ActionButtons actions={links} runner={runner} bound={bound} size="large" />
        </div>
      )}
      {runner.overlays}
    </Entry>
  )
}

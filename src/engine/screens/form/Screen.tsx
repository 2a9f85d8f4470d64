import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type { FormScreen } from '#schemas/generated/definitions/screen.ts'
import { Notice } from '#ui/Notice.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { sentOf } from '../../forms/sent.ts'
import styles from './Screen.module.css'

/** One form, its submit, its expected outcomes. */
export function Screen({ screen, params }: ScreenProps<FormScreen>) {
  const text = useText()
  const { say } = text
  const { situation, blocks, notice } = useEngine()
  const { session, gateway } = situation
  const runner = useActions()
  const [shown, show] = useState<string>()
  const Aside = screen.aside === undefined ? undefined : blocks[screen.aside]
  const links = usesOf(screen.links, screen.actions ?? {}, situation)
  const words = `screens.${screen.id}`

  async function submit(form: Record<string, unknown>) {
    const done = await runner.run(screen.id, screen.submit, { form, route: params })
    if (done?.outcome?.show) show(done.outcome.show)
    return sentOf(done, text)
  }

  return (
    <div className={styles.screen} data-beside={Aside ? '' : undefined}>
      {Aside && <Aside params={params} />}
      <div className={styles.main}>
        <header>
          <h1 tabIndex={-1}>{say(shown ? `notices.${shown}.title` : `${words}.title`)}</h1>
          <p>{say(shown ? `notices.${shown}.text` : `${words}.text`)}</p>
        </header>
        {notice && (
          <Notice tone="warn">
            {notice.title && <strong>{notice.title}</strong>} {notice.text}
          </Notice>
        )}
        {!shown && (
          <FormBlock
            name={screen.form}
            submit={say(`${words}.submit`)}
            large
            values={bindAll(screen.values, { session, gateway, route: params })}
            rich={!screen.access?.public}
            onSubmit={submit}
          />
        )}
        {links.length > 0 && (
          <div className={styles.links}>
            <ActionButtons actions={links} runner={runner} bound={{ route: params }} size="large" />
          </div>
        )}
      </div>
      {runner.overlays}
    </div>
  )
}

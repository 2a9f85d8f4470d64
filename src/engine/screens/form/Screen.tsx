import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type { FormScreen } from '#schemas/generated/definitions/screen.ts'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { sentOf } from '../../actions/sent.ts'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { numberLimit, type ScreenProps, useEngine } from '../../engine.ts'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { Entry } from './Entry.tsx'
import styles from './Screen.module.css'

/** Where a form in two tabs is: at its fields, or at what their success shows. There is no way back to a form that was sent. */
function FormTabs({ words, tabs, sent }: { words: string; tabs: readonly string[]; sent: boolean }) {
  const { say } = useText()
  return (
    <ol className={styles.tabs}>
      {tabs.map((tab, at) => (
        <li key={tab} aria-current={at === (sent ? 1 : 0) ? 'step' : undefined}>
          {say(`${words}.tabs.${tab}`)}
        </li>
      ))}
    </ol>
  )
}

/** One form, its submit, its expected outcomes. */
export function Screen({ screen, params }: ScreenProps<FormScreen>) {
  const text = useText()
  const { say, t } = text
  const { situation, definitions, notice } = useEngine()
  const { session, gateway } = situation
  const runner = useActions()
  const [shown, show] = useState<string>()
  const links = usesOf(screen.links, screen.actions ?? {}, situation, { row: { ...params, shown } })
  const words = `screens.${screen.id}`
  const asked = Object.entries(screen.says ?? {}).find(([name]) => params[name] !== undefined)?.[1]
  const said = asked === undefined ? notice : { text: say(`notices.${asked}.text`), good: true }

  async function submit(form: Record<string, unknown>) {
    const done = await runner.run(screen.id, screen.submit, { form, route: params })
    if (done?.outcome?.show) show(done.outcome.show)
    return sentOf(done, text)
  }

  return (
    <Entry
      aside={screen.aside}
      params={params}
      title={say(shown ? `notices.${shown}.title` : `${words}.title`)}
      text={say(shown ? `notices.${shown}.text` : `${words}.text`)}
      of={shown}
      said={shown ? undefined : said}
    >
      {screen.tabs && <FormTabs words={words} tabs={screen.tabs} sent={shown !== undefined} />}
      {!shown && (
        <FormBlock
          name={screen.form}
          submit={say(`${words}.submit`)}
          large
          values={bindAll(screen.values, { session, gateway, route: params })}
          rest={screen.rest === undefined ? undefined : numberLimit(definitions, screen.rest)}
          rich={!screen.access?.public}
          action={screen.submit}
          onSubmit={submit}
        />
      )}
      {links.length > 0 && (
        <div className={styles.links}>
          {!shown && <p className={styles.or}>{t('engine.form.or')}</p>}
          <ActionButtons actions={links} runner={runner} bound={{ route: params }} size="large" />
        </div>
      )}
      {runner.overlays}
    </Entry>
  )
}

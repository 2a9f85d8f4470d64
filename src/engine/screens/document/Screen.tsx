import { Suspense, use } from 'react'
import { language } from '#i18n/i18n.ts'
import { type Language, tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import type { DocumentScreen } from '#schemas/generated/definitions/screen.ts'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { DocumentBones, DocumentText } from './DocumentText.tsx'
import { OwnHtml } from './OwnHtml.tsx'
import styles from './Screen.module.css'

/** A text that a deployment keeps at an address of its own: nobody leaves without having read where to (B-06). */
function Elsewhere({ id, address }: { id: string; address: URL }) {
  const { t, say } = useText()
  const { host } = address
  return (
    <>
      <header>
        <PageTitle text={say(`screens.${id}.title`)} />
      </header>
      <div className={styles.text}>
        <p>{t('engine.document.external', { host })}</p>
        <p>
          <a href={address.href} target="_blank" rel="noopener noreferrer">
            {t('engine.document.openExternal', { host })}
          </a>
        </p>
      </div>
    </>
  )
}

/** A longer text: a deployment's own, at its own address or as HTML, else the one that comes along. */
export function Screen({ screen, params }: ScreenProps<DocumentScreen>) {
  useText()
  const { situation } = useEngine()
  const runner = useActions()
  const spoken: Language = screen.language ?? language()
  const { settings = {} } = situation
  const { own } = screen
  const links = usesOf(screen.links, screen.actions ?? {}, situation, { row: params })
  const address = own && addressIn(settings[own.elsewhere], own.link)
  const html = own !== undefined && settings[own.html] !== undefined && settings[own.html] !== ''

  return (
    <article className={styles.page} lang={tagOf(spoken)}>
      {address ? (
        <Elsewhere id={screen.id} address={address} />
      ) : html ? (
        <OwnHtml
          key={spoken}
          operation={own.operation}
          name={screen.document}
          title={`screens.${screen.id}.title`}
          language={spoken}
        />
      ) : (
        <Suspense fallback={<DocumentBones />}>
          <Shipped name={screen.document} language={spoken} />
        </Suspense>
      )}
      {links.length > 0 && (
        <div className={styles.links}>
          <ActionButtons actions={links} runner={runner} bound={{ route: params }} size="large" />
        </div>
      )}
      {runner.overlays}
    </article>
  )
}

function Shipped({ name, language }: { name: string; language: Language }) {
  const { document } = useEngine().definitions
  if (!document) throw new Error('This program has no documents')
  const { version, [language]: text } = use(document(name))
  return <DocumentText text={text} version={version} />
}

/** Only addresses of the web: a configured text must not become a script. */
function addressIn(links: unknown, name: string): URL | undefined {
  const link: unknown = typeof links === 'object' && links !== null ? Reflect.get(links, name) : undefined
  if (typeof link !== 'string' || !URL.canParse(link)) return undefined
  const url = new URL(link)
  return /^https?:$/.test(url.protocol) ? url : undefined
}

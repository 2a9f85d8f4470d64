import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLoad } from '#engine/facts/use-load.ts'
import { failureText } from '#engine/failure-text.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { OutboxMessage as Message } from '#schemas/generated/entities/outbox-message.ts'
import { Card } from '#ui/Card.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { SandboxedHtml } from '#ui/page/SandboxedHtml.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from './OutboxMessage.module.css'

const ADDRESS = /https?:\/\/[^\s<>"]+/g

/** A text in which addresses of this server can be followed; all others are only read. */
function linked(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address) || new URL(address).origin !== location.origin) continue
    parts.push(
      text.slice(from, index),
      <a key={index} href={address} target="_blank" rel="noopener">
        {address}
      </a>,
    )
    from = index + address.length
  }
  return [...parts, text.slice(from)]
}

const READ = { operation: 'readOutbox', params: { id: 'route.id' } } as const

/** One message of the local outbox: to whom it went, whether it did, and what it says. */
export function OutboxMessage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const text = useText()
  const { t, say } = text
  const [tries, setTries] = useState(0)
  const loaded = useLoad(READ, `${id} ${tries}`, { route: { id } })
  const message = loaded.state === 'loaded' ? loaded.value : undefined

  return (
    <>
      <PageHeader
        crumb={{ label: say('screens.outbox.title'), href: '/outbox' }}
        title={message?.subject ?? say('screens.outbox_message.title')}
        context={message?.to}
      />
      {loaded.state === 'failed' ? (
        <ErrorState title={t('account.mail.failed')} onRetry={() => setTries(tries + 1)}>
          {failureText(loaded.error, text)}
        </ErrorState>
      ) : message ? (
        <Body message={message} />
      ) : (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      )}
    </>
  )
}

function Body({ message }: { message: Message }) {
  const { t, say } = useText()
  const { moment } = useWords()
  const [view, setView] = useState('text')
  const { at, channel, state, error, text, html } = message
  return (
    <div className={styles.mail}>
      {error && <Notice tone="danger">{error}</Notice>}
      <p className={styles.facts}>
        {t('account.mail.facts', {
          at: moment(Date.parse(at), Date.now(), READER),
          channel: say(`status.channel.${channel}`, channel),
          state: say(`status.state.${state}`, state),
        })}
      </p>
      {html && (
        <Segments
          label={t('account.mail.view')}
          segments={[
            { id: 'text', label: t('account.mail.text') },
            { id: 'html', label: t('account.mail.html') },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      <Card>
        {html && view === 'html' ? (
          <SandboxedHtml html={html} title={t('account.mail.html')} />
        ) : (
          <p className={styles.text}>{text === undefined ? t('account.mail.gone') : linked(text)}</p>
        )}
      </Card>
    </div>
  )
}

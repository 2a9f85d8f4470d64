import { type ReactNode, useEffect, useState } from 'react'
import { attempt } from '#data/refusal.ts'
import { failureText } from '#engine/failure-text.ts'
import type { Refused } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import type { OauthQuestion } from '#schemas/generated/entities/oauth-question.ts'
import { type AskedByProgram, program, sentFor, useProgram } from '#session/program.ts'
import { useSession } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge, type Tone } from '#ui/Tag.tsx'
import { Decision } from './Decision.tsx'
import styles from './OauthDialog.module.css'
import { useDismiss } from './use-dismiss.ts'

/** A program asks to use a gateway: who it is, what it may then do, for which gateway (spec 1 §2). */
export function OauthDialog() {
  const { t } = useText()
  const asked = useProgram()
  return asked ? (
    <Asked key={JSON.stringify(asked.request)} asked={asked} />
  ) : (
    <Told icon="check" title={t('oauth.nothing.title')}>
      <p>{t('oauth.nothing.text')}</p>
    </Told>
  )
}

function Asked({ asked: { request, anew } }: { asked: AskedByProgram }) {
  const text = useText()
  const { t } = text
  const dismiss = useDismiss()
  const [question, setQuestion] = useState<OauthQuestion>()
  const [refused, refuse] = useState<Refused>()
  useEffect(() => {
    const left = new AbortController()
    attempt('showAuthorization', sentFor({ request }), { signal: left.signal }).then(
      (answer) => (answer.ok ? setQuestion(answer.data) : refuse(answer)),
      (error: unknown) => left.signal.aborted || reportError(error),
    )
    return () => left.abort()
  }, [request])

  // nothing leads from here to an address that came with the request.
  if (refused !== undefined)
    return (
      <Told icon="ban" tone="danger" title={t('oauth.refused.title')}>
        <p>{failureText(refused, text)}</p>
        <p>{t('oauth.refused.text')}</p>
        <div className={styles.actions}>
          <Button onClick={dismiss}>{t('shell.close')}</Button>
        </div>
      </Told>
    )
  if (!question)
    return (
      <Told title={t('oauth.title')}>
        <SkeletonLines lines={4} />
      </Told>
    )
  return (
    <Told title={t('oauth.question', { program: question.client.name })}>
      {anew ? <Decision request={request} question={question} /> : <Anew program={question.client.name} />}
    </Told>
  )
}

interface ToldProps {
  icon?: IconName
  tone?: Tone
  title: string
  children: ReactNode
}

function Told({ icon = 'external', tone = 'primary', title, children }: ToldProps) {
  return (
    <div className={styles.dialog} role={tone === 'danger' ? 'alert' : undefined}>
      <Badge icon={icon} tone={tone} size="large" />
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  )
}

/**
 * spec 1 §2 rule 3: a program's request destroys the credentials of an earlier visit. A link on any page can bring such
 * a request, so the person says so first.
 */
function Anew({ program: name }: { program: string }) {
  const { t } = useText()
  const { user } = useSession()
  const dismiss = useDismiss()
  const again = (): void => {
    program.renew()
    void signOut()
  }
  return (
    <>
      <p>{t('oauth.anew.text', { program: name, user: user?.username ?? '' })}</p>
      <div className={styles.actions}>
        <Button look="main" onClick={again}>
          {t('oauth.anew.yes')}
        </Button>
        <Button onClick={dismiss}>{t('shell.cancel')}</Button>
      </div>
    </>
  )
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { attempt } from '#data/refusal.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import type { AnswerOf, InputOf } from '#schemas/calls.ts'
import { waitingSignIn } from '#session/second-factor.ts'
import { session } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import styles from './Factors.module.css'
import { createPasskey, knowsPasskeys } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Who must have a second factor sets it up here, before there is a session. */
export function FactorSetUp() {
  const text = useText()
  const { t, say } = text
  const { definitions, go } = useEngine()
  const heading = useRef<HTMLHeadingElement>(null)
  const [begun, setBegun] = useState<AnswerOf<'beginFactorSetUp'>>()
  const [finished, setFinished] = useState<AnswerOf<'finishFactorSetUp'>>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const token = waitingSignIn.current()?.token

  const anew = (): void => go?.(definitions.screen('login')?.route ?? '/')
  const begin = useEffectEvent(async () => {
    // After a reload nobody knows any more whose sign-in it was.
    if (token === undefined) return anew()
    const answer = await attempt('beginFactorSetUp', { token })
    if (answer.ok) setBegun(answer.data)
    else setFailure(failureText(answer, text))
  })
  const once = useRef(false)
  useEffect(() => {
    if (once.current) return
    once.current = true
    void begin()
  }, [])
  const isDone = finished !== undefined
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])

  async function finish(shown: Omit<InputOf<'finishFactorSetUp'>, 'token'>): Promise<string | undefined> {
    if (token === undefined) return void anew()
    const answer = await attempt('finishFactorSetUp', { token, ...shown })
    if (!answer.ok) return failureText(answer, text)
    waitingSignIn.forget()
    setFinished(answer.data)
    return undefined
  }

  async function byPasskey(): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { passkey, refusal } = await createPasskey(begun?.passkey)
      const name = t('account.factor.firstPasskey')
      setFailure(refusal ? say(`codes.${refusal}`) : await finish({ passkey, name }))
    } finally {
      setBusy(false)
    }
  }

  if (finished)
    return (
      <div className={styles.page}>
        <header>
          <PageTitle ref={heading} text={t('account.factor.codesTitle')} />
          <p>{t('account.factor.codesText')}</p>
        </header>
        <RecoveryCodes codes={finished.recoveryCodes ?? []} />
        <Button look="main" size="large" wide onClick={() => session.signIn(finished.session)}>
          {t('account.factor.kept')}
        </Button>
      </div>
    )
  return (
    <div className={styles.page}>
      <header>
        <PageTitle ref={heading} text={say('screens.second_factor_set_up.title')} />
        <p>{t('account.factor.setUpText')}</p>
      </header>
      {failure && (
        <Notice tone="danger" urgent>
          {failure}
        </Notice>
      )}
      {begun ? (
        <>
          <AppSetUp
            {...begun.authenticator}
            size="large"
            submit={t('account.factor.setUp')}
            onCode={(code) => finish({ code })}
          />
          {begun.passkey !== undefined && knowsPasskeys() && (
            <Button size="large" wide icon="key" busy={busy} onClick={() => void byPasskey()}>
              {t('account.factor.passkeyInstead')}
            </Button>
          )}
        </>
      ) : (
        !failure && <Skeleton />
      )}
      <Button look="quiet" size="large" wide onClick={anew}>
        {say('actions.toLogin')}
      </Button>
    </div>
  )
}

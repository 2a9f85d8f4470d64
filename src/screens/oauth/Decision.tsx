import { useState } from 'react'
import { attempt } from '#data/refusal.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { safeReturn } from '#lib/safe-return.ts'
import type { OauthQuestion } from '#schemas/generated/entities/oauth-question.ts'
import { type AskedByProgram, program, sentFor } from '#session/program.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './OauthDialog.module.css'

interface Props {
  request: AskedByProgram['request']
  question: OauthQuestion
}

/** What the program may then do, for which gateway, yes or no. */
export function Decision({ request, question: { client, scopes, gateways } }: Props) {
  const text = useText()
  const { t, say } = text
  const { user } = useSession()
  const [serialNumber, choose] = useState(gateways[0]?.serialNumber ?? '')
  const [sending, setSending] = useState<'allow' | 'deny'>()
  const [failed, setFailed] = useState<string>()

  async function decide(decision: 'allow' | 'deny'): Promise<void> {
    setSending(decision)
    setFailed(undefined)
    const answer = await attempt('authorize', { ...sentFor({ request }), serialNumber, decision })
    if (!answer.ok) {
      setSending(undefined)
      return setFailed(failureText(answer, text))
    }
    // The server has compared the address with the registered ones; the page sends nobody anywhere else.
    const back = safeReturn(answer.data.redirectTo, location.origin, [request.redirect_uri ?? ''])
    program.forget()
    if (back === undefined) setFailed(t('oauth.refused.text'))
    else location.assign(back)
  }

  return (
    <>
      <p>{t('oauth.decision.text', { program: client.name })}</p>
      <ul className={styles.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>{say(`oauth.scopes.${scope}`)}</li>
        ))}
      </ul>
      {gateways.length > 0 ? (
        <RadioField
          label={t('oauth.decision.gateway')}
          value={serialNumber}
          onChange={choose}
          choices={gateways.map((one) => ({
            value: one.serialNumber,
            label: `${one.name} (${one.serialNumber})`,
          }))}
        />
      ) : (
        <Notice tone="warn">{t('oauth.decision.none')}</Notice>
      )}
      {failed !== undefined && (
        <Notice tone="danger" urgent>
          {failed}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button
          look="main"
          disabled={gateways.length === 0}
          busy={sending === 'allow'}
          onClick={() => void decide('allow')}
        >
          {t('oauth.decision.allow')}
        </Button>
        <Button busy={sending === 'deny'} onClick={() => void decide('deny')}>
          {t('oauth.decision.deny')}
        </Button>
      </div>
      <p className={styles.note}>{t('oauth.decision.note', { user: user?.username ?? '' })}</p>
    </>
  )
}

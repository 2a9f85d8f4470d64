import { type FormEvent, useId, useState } from 'react'
import { renderSVG } from 'uqr'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import styles from './Factors.module.css'

interface Props {
  /** As the app takes it by hand. */
  secret: string
  /** As the app takes it by camera. */
  address: string
  submit: string
  size?: 'normal' | 'large'
  /** Answers what is wrong with the code, in words. */
  onCode(code: string): Promise<string | undefined>
}

/** The picture is made here: a secret goes to no service that draws. */
const pictureOf = (address: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`

const inFours = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ')

/** An app takes the secret in, and shows by a code that it has it. */
export function AppSetUp({ secret, address, submit, size = 'normal', onCode }: Props) {
  const { t } = useText()
  const form = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const digits = code.replaceAll(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return setError(t('account.factor.sixDigits'))
    setBusy(true)
    setError(await onCode(digits).finally(() => setBusy(false)))
  }

  return (
    <form id={form} className={styles.setUp} onSubmit={(event) => void send(event)} noValidate>
      <div className={styles.plate}>
        <img src={pictureOf(address)} alt={t('account.factor.picture')} />
      </div>
      <div className={styles.secret}>
        <p>{t('account.factor.byHand')}</p>
        <code>{inFours(secret)}</code>
      </div>
      <TextField
        label={t('account.factor.code')}
        value={code}
        error={error}
        size={size}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        onChange={(next) => {
          setCode(next)
          setError(undefined)
        }}
      />
      <Button type="submit" look="main" size={size} wide busy={busy}>
        {submit}
      </Button>
    </form>
  )
}

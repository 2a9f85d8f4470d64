import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
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

/** Modules of quiet around the code: scanners need four, and the plate gives the rest. */
const QUIET = 2

/**
 * The picture is drawn here, as a part of the page: a secret goes to no service that draws, and the content security
 * policy lets in no picture out of an address.
 */
function pictureOf(address: string): { size: number; dark: string } {
  const { size, data } = encode(address, { border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, dark: dark.join('') }
}

const inFours = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ')

/** An app takes the secret in, and shows by a code that it has it. */
export function AppSetUp({ secret, address, submit, size = 'normal', onCode }: Props) {
  const { t } = useText()
  const { size: modules, dark } = useMemo(() => pictureOf(address), [address])
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  const form = useSubmit(async () => {
    const digits = code.replaceAll(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return setError(t('account.factor.sixDigits'))
    setError(await onCode(digits))
  })

  return (
    <form {...form.attributes} className={styles.setUp}>
      <div className={styles.plate}>
        <svg
          role="img"
          aria-label={t('account.factor.picture')}
          viewBox={`0 0 ${modules} ${modules}`}
          shapeRendering="crispEdges"
        >
          <path d={dark} />
        </svg>
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
      <Button type="submit" look="main" size={size} wide busy={form.busy}>
        {submit}
      </Button>
    </form>
  )
}

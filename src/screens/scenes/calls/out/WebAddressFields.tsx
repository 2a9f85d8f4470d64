import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { WebAddress } from '#schemas/generated/entities/web-address.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import styles from '../calls.module.css'
import type { Wanted } from './use-web-addresses.ts'

/** The same limits as schemas/entities/web-address.json has. */
const NAME_LENGTH = 100
const URL_LENGTH = 2000

interface Props {
  /** The one that is changed. */
  address: WebAddress | undefined
  /** It is not kept yet, and somebody has wanted to go on. */
  judged: boolean
  busy: boolean
  /** Why nothing can be kept. */
  why: string | undefined
  /** Resolves with what is wrong with the address. */
  onSave(wanted: Wanted): Promise<'bad' | undefined>
  onCancel: (() => void) | undefined
}

/** What an address is called, where it leads, and how it is called. It stands inside of a form, and is kept by its own button. */
export function WebAddressFields({ address, judged, busy, why, onSave, onCancel }: Props) {
  const { t } = useText()
  const [wanted, setWanted] = useState<Wanted>(
    address
      ? { name: address.name, url: address.url, method: address.method }
      : { name: '', url: 'https://', method: 'POST' },
  )
  const [pressed, setTried] = useState(false)
  const tried = pressed || judged
  const [bad, setBad] = useState<string>()
  const noName = wanted.name.trim() === ''
  const noUrl = !URL.canParse(wanted.url) || new URL(wanted.url).host === ''
  async function save(): Promise<void> {
    setTried(true)
    if (noName || noUrl) return
    if ((await onSave(wanted)) === 'bad') setBad(wanted.url)
  }
  return (
    <fieldset className={styles.address} aria-label={t('calls.out.fields')}>
      <TextField
        label={t('calls.out.name')}
        help={t('calls.out.nameHelp')}
        value={wanted.name}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        error={tried && noName ? t('calls.out.noName') : undefined}
        onChange={(name) => setWanted({ ...wanted, name })}
      />
      <TextField
        type="url"
        label={t('calls.out.url')}
        value={wanted.url}
        maxLength={URL_LENGTH}
        autoComplete="off"
        error={bad === wanted.url || (tried && noUrl) ? t('calls.out.bad') : undefined}
        onChange={(url) => setWanted({ ...wanted, url })}
      />
      <Segments
        label={t('calls.out.method')}
        segments={[
          { id: 'POST', label: t('calls.out.post') },
          { id: 'GET', label: t('calls.out.get') },
        ]}
        value={wanted.method}
        onChange={(method) => setWanted({ ...wanted, method: method === 'GET' ? 'GET' : 'POST' })}
      />
      <div className={styles.ways}>
        <Button
          icon="check"
          busy={busy}
          disabled={why !== undefined}
          title={why}
          data-needed={judged || undefined}
          onClick={() => void save()}
        >
          {t(address ? 'calls.out.keep' : 'calls.out.make')}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
        )}
      </div>
      {judged && (
        <p role="alert" className={styles.fault}>
          {t(address ? 'calls.out.keepFirst' : 'calls.out.makeFirst')}
        </p>
      )}
    </fieldset>
  )
}

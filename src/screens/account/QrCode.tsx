import { useEffect, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { imageOf } from './image-data.ts'
import styles from './QrCode.module.css'

type Picture = { state: 'waiting' } | { state: 'shown'; url: string } | { state: 'failed' }

/** A QR code that came with the address; one that is no picture, or is broken, says so (spec 1 §2). */
export function QrCode({ params: { code } }: { params: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const [picture, setPicture] = useState<Picture>({ state: 'waiting' })

  useEffect(() => {
    const image = imageOf(code)
    const url = image && URL.createObjectURL(image)
    setPicture(url === undefined ? { state: 'failed' } : { state: 'shown', url })
    return () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [code])

  const failed = picture.state === 'failed'
  return (
    <div className={styles.page}>
      <header>
        <h1 tabIndex={-1}>{t(failed ? 'account.qr.failed' : 'account.qr.title')}</h1>
        <p>{t(failed ? 'account.qr.failedText' : 'account.qr.text')}</p>
      </header>
      <div className={styles.plate} role={failed ? 'alert' : undefined}>
        {picture.state === 'shown' && (
          <img
            src={picture.url}
            alt={t('account.qr.picture')}
            onError={() => setPicture({ state: 'failed' })}
          />
        )}
        {failed && <Icon name="alert" size="large" />}
        {failed && <span className="visually-hidden">{t('account.qr.failed')}</span>}
      </div>
    </div>
  )
}

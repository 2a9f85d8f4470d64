import { useText } from '#i18n/useText.ts'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import styles from './Screen.module.css'

/** A text that a deployment keeps at an address of its own: nobody leaves without having read where to (B-06). */
export function Elsewhere({ id, address }: { id: string; address: URL }) {
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

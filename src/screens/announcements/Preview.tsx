import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Preview.module.css'

interface Props {
  name: string
  words: { title: string; text: string }
  /** By a phone, unless it is a mail only. */
  ways: { phone: boolean; mail: boolean }
  /** When it comes. */
  at: number
  /** Whose values stand for those of a recipient. */
  person: string
  gateway: string
  /** What goes with the mail. */
  fileName?: string | undefined
  /** Who does not want any more of these says so. */
  refusable?: boolean
}

/** What the recipient sees: the locked screen of his phone, which cuts what a phone cuts, and the mail. */
export function Preview({
  name,
  words: { title, text },
  ways,
  at,
  person,
  gateway,
  fileName,
  refusable,
}: Props) {
  const { t } = useText()
  const words = useWords()
  const said = (one: string): string =>
    one.replaceAll('{{firstName}}', person).replaceAll('{{gateway}}', gateway)
  const shownTitle = said(title) || t('announcements.noTitle')
  const shownText = said(text) || t('announcements.noText')
  return (
    <div className={styles.previews}>
      {ways.phone && (
        <Card title={name} flush>
          <div className={styles.stage}>
            <section className={styles.phone} aria-label={t('announcements.lockScreen')}>
              <small>{words.date(at)}</small>
              <time>{words.moment(at, at, READER)}</time>
              <div className={styles.push}>
                <Icon name="home" />
                <div>
                  <strong>{shownTitle}</strong>
                  <p>{shownText}</p>
                </div>
              </div>
            </section>
          </div>
          <p className={styles.note}>{t('announcements.locked')}</p>
        </Card>
      )}
      {ways.mail && (
        <Card title={t('announcements.mail')} flush>
          <dl className={styles.mail}>
            <dt>{t('announcements.from')}</dt>
            <dd>{t('shell.product')}</dd>
            <dt>{t('announcements.subject')}</dt>
            <dd>
              <strong>{shownTitle}</strong>
            </dd>
          </dl>
          <div className={styles.letter}>
            <p>{t('announcements.greeting')}</p>
            <p className={styles.lines}>{shownText}</p>
            {fileName !== undefined && (
              <p className={styles.hint}>{t('announcements.withFile', { name: fileName })}</p>
            )}
            {refusable && <p className={styles.hint}>{t('announcements.unsubscribe')}</p>}
          </div>
        </Card>
      )}
    </div>
  )
}

import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './create.module.css'
import { type Draft, type Language, momentOf } from './draft.ts'

interface Props {
  draft: Draft
  language: Language
  /** Whose values stand for those of a recipient. */
  person: string
  gateway: string
  now: number
}

/** What the recipient sees: the locked screen of his phone, which cuts what a phone cuts, and the mail. */
export function Preview({ draft, language, person, gateway, now }: Props) {
  const { t } = useText()
  const words = useWords()
  const at = momentOf(draft, now) ?? now
  const said = (text: string): string =>
    text.replaceAll('{{firstName}}', person).replaceAll('{{gateway}}', gateway)
  const { title, text } = draft.words[language]
  const shownTitle = said(title) || t('announcements.noTitle')
  const shownText = said(text) || t('announcements.noText')
  return (
    <div className={styles.previews}>
      <Card title={`${t('announcements.preview')}, ${t(`announcements.languages.${language}`)}`} flush>
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
      {draft.types.includes('email') && (
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
            {draft.file && (
              <p className={styles.hint}>{t('announcements.withFile', { name: draft.file.name })}</p>
            )}
            {draft.topic === 'NEWS' && <p className={styles.hint}>{t('announcements.unsubscribe')}</p>}
          </div>
        </Card>
      )}
    </div>
  )
}

import { changeLanguage, language } from '#i18n/i18n.ts'
import { languages, tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import styles from './LanguageLinks.module.css'

/** Each language in its own words, the current one marked. */
export function LanguageLinks() {
  const { t } = useText()
  return (
    <div className={styles.languages}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={tagOf(one)}
          aria-pressed={one === language()}
          onClick={() => void changeLanguage(one)}
        >
          {t(`shell.language.${one}`)}
        </button>
      ))}
    </div>
  )
}

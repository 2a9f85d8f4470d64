import { heads } from '#data/screens.ts'
import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { LanguageLinks } from '#ui/page/LanguageLinks.tsx'
import styles from './Foot.module.css'

/** Texts that anybody may read in the language spoken now. */
const readable = (screen: ScreenHead): boolean =>
  screen.kind === 'document' &&
  screen.access?.public === true &&
  screen.address === undefined &&
  (screen.language ?? language()) === language()

/** The languages, and what there is to read before signing in. */
export function Foot() {
  const { say } = useText()
  return (
    <footer className={styles.foot}>
      <LanguageLinks />
      <nav className={styles.texts}>
        {[...heads.values()].filter(readable).map(({ id, route }) => (
          <a key={id} href={route}>
            {say(`screens.${id}.title`)}
          </a>
        ))}
      </nav>
    </footer>
  )
}

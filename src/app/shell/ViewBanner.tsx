import { useText } from '#i18n/useText.ts'
import { signOut } from '#session/sign-out.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './ViewBanner.module.css'

/** Over every page of somebody else's home: whose it is, that nothing can be changed, and the way back (decision 0216). */
export function ViewBanner({ name }: { name: string }) {
  const { t } = useText()
  return (
    <div className={styles.banner} role="status">
      <Icon name="eye" size="small" />
      <p>{t('shell.viewAs.banner', { name })}</p>
      <Button size="dense" onClick={() => void signOut()}>
        {t('shell.viewAs.end')}
      </Button>
    </div>
  )
}

import { useText } from '#i18n/useText.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './NamedLink.module.css'

/** A page elsewhere, opened by its name; what a device sends is no link unless a browser opens it safely. */
export function NamedLink({ label, to, icon }: { label: string; to: string | undefined; icon?: string }) {
  const { t } = useText()
  if (to === undefined) return <p className={styles.none}>{t('widgets.link.none')}</p>
  return (
    <a className={styles.link} href={to} target="_blank" rel="noreferrer noopener">
      <Icon name={iconNamed(icon, 'link')} />
      <span>{t('widgets.link.open', { name: label })}</span>
      <Icon name="external" size="small" />
    </a>
  )
}

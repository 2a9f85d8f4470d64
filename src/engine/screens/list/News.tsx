import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Lamp } from '#ui/Tag.tsx'
import type { ListData } from './data/list-data.ts'
import styles from './list.module.css'

/** What has come since the rows were shown, which stand still until it is asked for; its place is always there. */
export function News({ count, show }: NonNullable<ListData['news']>) {
  const { t } = useText()
  const words = useWords()
  return (
    <span className={styles.news} role="status">
      {count === 0 && <Lamp tone="ok">{t('engine.list.news.none')}</Lamp>}
      {count !== undefined && count > 0 && (
        <Button size="dense" icon="refresh" onClick={show}>
          {t('engine.list.news.some', { count, total: words.number(count) })}
        </Button>
      )}
    </span>
  )
}
